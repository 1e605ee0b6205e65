import type { Clock } from '@kcp-runtime/kube';
import { conditionsTell } from '../../status/conditions.js';
import type { Finding } from '../../status/conditions.js';
import { statusPatch } from '../../status/order-status.js';
import type { StatusNow } from '../../status/order-status.js';
import { because } from '../../status/reasons.js';
import type { Because, Phase } from '../../status/reasons.js';
import { timestamp } from '../../status/timestamp.js';
import type { Pass } from '../pass.js';
import type { Verdict } from '../verdict.js';

/** Step 9: the status says what the pass came to. One write, and none when it says so already. */
export async function writeVerdict(pass: Pass, verdict: Verdict, clock: Clock): Promise<void> {
  if (verdict.kind === 'ready') return write(pass, { phase: 'Ready', ready: { type: 'Ready', status: 'True', ...because.ready() }, fields: verdict.fields }, clock);
  return writeNotReady(pass, verdict.because, clock);
}

/** The order is not Ready, for this reason. The service's own fields stay as they are. */
export async function writeNotReady(pass: Pass, why: Because, clock: Clock): Promise<void> {
  const phase = pass.isDeleting ? 'Terminating' : 'Progressing';
  return write(pass, { phase, ready: { type: 'Ready', status: 'False', ...why } }, clock);
}

/**
 * Whether the person who ordered has been told anything about what is going on now. A slow poll of a Ready order
 * is not worth a word, nor is a retry whose fault stands in the status.
 */
export function isToldOf(pass: Pass): boolean {
  const { phase, observedGeneration, generation } = pass.frame.fields;
  if (pass.isDeleting) return phase === 'Terminating';
  return observedGeneration === generation && conditionsTell(pass.order.status, pass.findings);
}

interface Said {
  readonly phase: Phase;
  readonly ready: Finding;
  readonly fields?: object;
}

async function write(pass: Pass, { phase, ready, fields }: Said, clock: Clock): Promise<void> {
  const now: StatusNow = { generation: pass.frame.fields.generation, phase, findings: [ready, ...pass.findings], fields };
  const patch = statusPatch(pass.order.status, now, timestamp(clock));
  if (patch !== undefined) await pass.write((home) => home.patchStatus(pass.key, patch, pass.order, pass.signal));
}
