import { describe, expect, it } from '@jest/globals';
import type { AccessOrder } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import { eventually } from '../../wait/eventually.js';
import { CONFIG_MAP_TYPE, requestPath, withAccess } from './access-trial.fixture.js';
import type { AccessTrial } from './access-trial.fixture.js';
import { trialOnPlatform } from './trial-on-platform.fixture.js';

let trial: AccessTrial;

trialOnPlatform((_platform, itsTrial) => {
  trial = itsTrial;
});

describe('access that is not needed any more', () => {
  it('goes, with what it could do, and leaves the ControlPlane its cluster', async () => {
    const { order, state } = await trial.granted();
    await trial.close(order);
    await trial.whenGone(requestPath('accessrequests', order.request));
    await withAccess(state, async (cluster) => {
      await expect(cluster.resource(CONFIG_MAP_TYPE).list()).rejects.toThrow();
    });
    const { name } = (order.cluster as Extract<AccessOrder['cluster'], { kind: 'existing' }>).request;
    expect(await trial.read('clusterrequests', { namespace: order.request.namespace, name })).toBeDefined();
  });

  it('waits for whoever else holds the request, and takes nobody\'s finalizer along', async () => {
    const { order } = await trial.granted();
    const path = requestPath('accessrequests', order.request);
    const finalizers = dig(await trial.get(path), 'metadata', 'finalizers') as string[];
    await trial.merge(path, { metadata: { finalizers: [...finalizers, 'example.io/audit'] } });
    const closed = trial.close(order);
    await eventually(async () => {
      expect(dig(await trial.get(path), 'metadata', 'finalizers')).toEqual(['clusters.openmcp.cloud/clusteraccess', 'example.io/audit']);
      return true;
    });
    await trial.merge(path, { metadata: { finalizers: ['clusters.openmcp.cloud/clusteraccess'] } });
    await closed;
    await trial.whenGone(path);
  });

  it('is gone when there never was any', async () => {
    const order = trial.toControlPlane({ namespace: 'nowhere', name: 'nobody' });
    expect(await trial.writesOf(() => trial.close(order))).toEqual([]);
  });

  it('is looked for once, however often it is asked for before the order is gone', async () => {
    const order = trial.toWorkload({ namespace: 'nowhere', name: 'nobody' });
    const looksOf = async (): Promise<readonly string[]> => (await trial.requestsOf(() => trial.close(order))).map(({ verb, resource }) => `${verb} ${resource}`);
    expect(await looksOf()).toEqual(['get accessrequests', 'get clusterrequests']);
    expect(await looksOf()).toEqual([]);
    trial.access.forget(order);
    expect(await looksOf()).toHaveLength(2);
  });

  it('goes also where it was made after it was looked for', async () => {
    const order = trial.toControlPlane(await trial.tenant());
    await trial.close(order);
    await trial.open(order, 'granted');
    await trial.close(order);
    await trial.whenGone(requestPath('accessrequests', order.request));
  });
});
