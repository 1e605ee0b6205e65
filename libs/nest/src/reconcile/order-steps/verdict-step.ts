import { readConditions } from '../../status/conditions.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { LoopParts } from '../loop-parts.js';
import type { Pass } from '../pass.js';
import { verdictOf } from '../verdict.js';
import type { Verdict } from '../verdict.js';
import { writeVerdict } from './status-step.js';

/** Step 9: status first, then the Events that speak of the same. The plain way to Ready makes none. */
export async function tell(pass: Pass, ended: Ended, { clock }: Pick<LoopParts, 'clock'>): Promise<Ended> {
  const verdict = verdictOf(ended);
  if (verdict !== undefined) {
    await writeVerdict(pass, verdict, clock);
    tellEvents(pass, verdict);
  }
  await pass.voice.finished();
  return ended;
}

function tellEvents(pass: Pass, verdict: Verdict): void {
  switch (verdict.kind) {
    case 'pending':
      return;
    case 'ready':
      if (pass.voice.told.fault !== undefined) pass.voice.recovery(because.ready(), beginning(pass));
      return;
    case 'fault':
      return pass.voice.fault(verdict.because, pass.frame.fields.generation, beginning(pass));
  }
}

/** When this state began, as the status has it: the same before and after a restart. */
function beginning(pass: Pass): string | undefined {
  return readConditions(pass.order.status).find(({ type }) => type === 'Ready')?.lastTransitionTime;
}
