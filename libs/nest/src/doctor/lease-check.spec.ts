import { ManualClock, NotFound, ResourceClient } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi, KubeObject, ResourceType } from '@kcp-runtime/kube';
import { describe, expect, it } from '@jest/globals';
import { checkLease } from './lease-check.js';

const now = Date.parse('2026-12-01T10:00:00Z');

/** A platform on which this lease stands, or none. */
function platform(spec?: object): KubeApi {
  const url = 'https://platform.test';
  const api: KubeApi = {
    url,
    resource: <T extends KubeObject>(type: ResourceType) => new ResourceClient<T>(api, type, 'test'),
    request: async ({ method, path }): Promise<KubeAnswer> => {
      if (spec === undefined) throw new NotFound({ method, url: path, status: 404 });
      const lease = { metadata: { name: 'boxes-kcp' }, spec };
      return { status: 200, bytes: Buffer.from(JSON.stringify(lease)), warnings: [], json: () => lease };
    },
    stream: () => Promise.reject(new Error('a doctor does not watch')),
  };
  return api;
}

const checked = (spec?: object) => checkLease({ api: platform(spec), namespace: 'team', name: 'boxes-kcp', clock: new ManualClock(now) }, new AbortController().signal);

describe('the lease', () => {
  it('that somebody keeps is well, and says who and since when', async () => {
    const spec = { holderIdentity: 'boxes-0', leaseDurationSeconds: 15, renewTime: '2026-12-01T09:59:57.000000Z' };
    await expect(checked(spec)).resolves.toEqual({ verdict: 'ok', about: 'lease team/boxes-kcp', message: 'boxes-0 holds it, renewed 3 s ago' });
  });

  it.each([
    ['that is not there', undefined, 'there is none'],
    ['that was released', { holderIdentity: '', leaseDurationSeconds: 1, renewTime: '2026-12-01T09:00:00.000000Z' }, 'nobody holds it (renewed 3600 s ago)'],
    ['that was not kept', { holderIdentity: 'boxes-0', leaseDurationSeconds: 15, renewTime: '2026-12-01T09:59:00.000000Z' }, 'boxes-0 held it and has not kept it (renewed 60 s ago)'],
    ['without a time', { holderIdentity: 'boxes-0' }, 'boxes-0 held it and has not kept it (never renewed)'],
  ])('%s is wrong, and says to start the provider', async (_, spec, words) => {
    const { verdict, message } = await checked(spec);
    expect([verdict, message]).toEqual(['wrong', expect.stringContaining(words)]);
    expect(message).toContain('Start the provider');
  });
});
