import type { Requeue } from '@kcp-runtime/kube';
import { lastSnapshot } from '../../config/config-snapshot.js';
import type { Ended } from '../ended.js';
import type { LoopParts } from '../loop-parts.js';
import type { Remembered } from '../order-memory.js';
import type { Pass } from '../pass.js';
import { requeueBy, requeueRule } from '../requeue-rule.js';

const UNCONFIGURED_POLL_MS = 60_000;

/** Step 10: when the order is looked at again. */
export function requeueAfter(pass: Pass, ended: Ended, { quiet }: Remembered, { config, random }: Pick<LoopParts, 'config' | 'random'>): Requeue {
  const pollIntervalMs = lastSnapshot(config.state())?.pollIntervalMs ?? UNCONFIGURED_POLL_MS;
  return requeueBy(requeueRule(ended, { mode: pass.home.mode, pollIntervalMs, quiet, random }), pass.renewInMs);
}
