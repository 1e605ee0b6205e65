import { describe, expect, it } from '@jest/globals';
import { ManualClock } from '@kcp-runtime/kube';
import { ConfigMaps } from '../fixture/config-maps.fixture.js';
import { CaBundle } from './ca-bundle.js';
import type { ConfigView } from './config-store.js';

/** A ProviderConfig that names certificates. */
const naming: ConfigView = {
  state: () => ({ kind: 'live', snapshot: { name: 'boxes', generation: 1, spec: {}, pollIntervalMs: 60_000, caBundleRef: { name: 'our-ca', key: 'ca.crt' } } }),
  onChange: () => () => undefined,
  onReconcile: () => () => undefined,
};

describe('certificates that are trusted beside others', () => {
  it('are not watched by anybody who asks after the end', async () => {
    const clock = new ManualClock();
    const platform = new ConfigMaps();
    const bundle = new CaBundle({ platform, namespace: 'team', config: naming, onChange: () => undefined, clock, random: () => 0.5 });
    await bundle.stop();
    await expect(bundle.read(new AbortController().signal)).rejects.toThrow('what they were for has ended');
    expect([platform.requests, clock.pendingTimers]).toEqual([[], 0]);
  });
});
