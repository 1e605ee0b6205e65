import { lastSnapshot } from '../../config/config-snapshot.js';
import type { ConfigSnapshot, ConfigState } from '../../config/config-snapshot.js';
import { because } from '../../status/reasons.js';
import type { Because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';

/**
 * Step 3: the config that the pass works with. A living order waits without one. A deletion goes on with the
 * last valid one, also of an earlier process, and waits only where there never was any.
 */
export function takeConfig(pass: Pass, state: ConfigState): ConfigSnapshot | Ended {
  const snapshot = pass.isDeleting ? lastSnapshot(state) : liveSnapshot(state);
  if (snapshot !== undefined) {
    pass.met('ConfigAvailable', because.configLive());
    return snapshot;
  }
  const why = whyNone(state);
  pass.unmet('ConfigAvailable', why);
  return { ended: 'waiting', because: why };
}

function liveSnapshot(state: ConfigState): ConfigSnapshot | undefined {
  return state.kind === 'live' ? state.snapshot : undefined;
}

function whyNone(state: ConfigState): Because {
  return state.kind === 'deleting' ? because.configDeleting() : because.configMissing();
}
