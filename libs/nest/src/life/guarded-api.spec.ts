import { describe, expect, it } from '@jest/globals';
import type { KubeApi, KubeRequest } from '@kcp-runtime/kube';
import { GuardedApi } from './guarded-api.js';
import { PresentApi } from './present-api.js';

const secrets = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' } as const;
const ref = { namespace: 'a', name: 'b' };

/** Notes what would be sent. */
function wire() {
  const sent: string[] = [];
  const api: Pick<KubeApi, 'url' | 'request'> = {
    url: 'https://kcp',
    request: ({ method }: KubeRequest) => {
      sent.push(method);
      return Promise.resolve({ status: 200, bytes: Buffer.from('{}'), warnings: [], json: () => ({ metadata: {} }) });
    },
  };
  return { sent, api: api as KubeApi };
}

describe('an API under a lease', () => {
  it('writes while the lease is held', async () => {
    const { sent, api } = wire();
    await new GuardedApi(api, { holds: () => true }).resource(secrets).mergePatch(ref, {});
    expect(sent).toEqual(['PATCH']);
  });

  it('sends no write after the lease, whichever it is', async () => {
    const { sent, api } = wire();
    const client = new GuardedApi(api, { holds: () => false }).resource(secrets);
    const object = { apiVersion: 'v1', kind: 'Secret', metadata: ref };
    const writes = [client.create(object), client.mergePatch(ref, {}), client.jsonPatch(ref, []), client.status.mergePatch(ref, {}), client.delete(ref)];
    const ends = await Promise.allSettled(writes);
    expect(ends.map((end) => end.status === 'rejected' && (end.reason as Error).name)).toEqual(writes.map(() => 'LeaseTermOver'));
    expect(sent).toEqual([]);
  });

  it('sends over the connection of the moment, whenever it was asked for', async () => {
    const [before, after] = [wire(), wire()];
    let present = before;
    const client = new GuardedApi(new PresentApi(() => present.api), { holds: () => true }).resource(secrets);
    await client.mergePatch(ref, {});
    present = after;
    await client.mergePatch(ref, {});
    expect([before.sent, after.sent]).toEqual([['PATCH'], ['PATCH']]);
  });

  it('reads at any time', async () => {
    const { sent, api } = wire();
    await new GuardedApi(api, { holds: () => false }).resource(secrets).get(ref);
    expect(sent).toEqual(['GET']);
  });
});
