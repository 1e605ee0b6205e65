import { because } from '../../status/reasons.js';
import type { Because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/**
 * Step 4, after the spec: it is the order's turn. One that has to wait is not held and nothing outside is touched for it,
 * so that it can always be deleted. One that had its turn and lost it, to an older order that came late, stays held and
 * keeps what was made for it until it is deleted: the rule says who is served, never whose data goes.
 */
export function awaitTurn(pass: Pass): Ended | undefined {
  const standing = pass.home.standing(pass.key);
  switch (standing.kind) {
    case 'served':
      return undefined;
    case 'unknown':
      return { ended: 'unseen' };
    case 'behind':
      return refused(pass, because.conflict(standing.winner));
    case 'overLimit':
      return refused(pass, because.quotaExceeded(standing.limit));
    case 'noControlPlane':
      return refused(pass, because.noMatchingControlPlane(pass.key));
  }
}

function refused(pass: Pass, why: Because): Ended {
  pass.unmet('SpecAccepted', why);
  return { ended: 'refused', because: why };
}
