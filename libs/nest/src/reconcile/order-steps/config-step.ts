import { lastSnapshot } from '../../config/config-snapshot.js';
import type { ConfigSnapshot, ServedConfig } from '../../config/config-snapshot.js';
import { because } from '../../status/reasons.js';
import type { Because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { Pass } from '../pass.js';
import { isSettled } from '../order-fields.js';

/**
 * Step 3: the config that the pass works with. A living order waits without one. A deletion goes on with the
 * last valid one, also of an earlier process, and waits only where there never was any. Nothing at all is done while an
 * operator wants the ProviderConfig left alone.
 */
export function takeConfig(pass: Pass, state: ServedConfig): ConfigSnapshot | Ended {
  if (state.kind === 'ignored') return { ended: 'ignored' };
  const snapshot = pass.isDeleting ? lastSnapshot(state) : liveSnapshot(state);
  if (snapshot !== undefined) {
    pass.met('ConfigAvailable', because.configLive());
    return snapshot;
  }
  // Its service stands as it was ordered: that is not made untrue by nobody looking after it any more.
  if (state.kind === 'draining' && isSettled(pass.frame.fields)) return { ended: 'ignored' };
  const why = whyNone(state);
  pass.unmet('ConfigAvailable', why);
  return { ended: 'waiting', because: why };
}

function liveSnapshot(state: ServedConfig): ConfigSnapshot | undefined {
  return state.kind === 'live' ? state.snapshot : undefined;
}

function whyNone({ kind }: Exclude<ServedConfig, { readonly kind: 'ignored' }>): Because {
  switch (kind) {
    case 'deleting':
      return because.configDeleting();
    case 'draining':
      return because.draining();
    case 'absent':
    case 'live':
      return because.configMissing();
  }
}
