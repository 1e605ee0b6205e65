/** What watches cost in the long run: the objects that they show, and nothing for each event that has passed. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FrameCache, KubeConnection, Reflector, readKubeconfig, systemClock, systemRandom } from '@kcp-runtime/kube';
import type { Emulator } from '@kcp-runtime/emulator';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import type { Workspace } from '../../admin/workspace.js';
import { eventually } from '../../wait/eventually.js';

const { startEmulator } = await import('@kcp-runtime/emulator');

jest.setTimeout(120_000);

const WATCHES = 50;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

// Reported as defenseunicorns/kubernetes-fluent-client#424
describe('fifty watches', () => {
  let emulator: Emulator;
  let admin: KcpAdmin;
  let workspace: Workspace;
  let connection: KubeConnection;
  const stop = new AbortController();
  let running: Promise<void>[];
  let seen = 0;

  beforeAll(async () => {
    // The server is in this process too: it must not keep what has passed either.
    emulator = await startEmulator({ historyLength: 20 });
    admin = KcpAdmin.connect(emulator);
    workspace = await admin.createWorkspace('root:watched');
    const { kubeconfig } = await workspace.serviceAccount({ name: 'watching', clusterRoles: ['cluster-admin'] });
    connection = await KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'process', source: 'a spec' }));
    await workspace.client.post(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'changing' } });
    running = Array.from({ length: WATCHES }, () => follow());
    await eventually(() => (emulator.openWatches === WATCHES ? true : undefined), { deadlineMs: 30_000, what: 'all watches to be open' });
  });

  afterAll(async () => {
    stop.abort();
    await Promise.all(running);
    await connection.close();
    await admin.close();
    await emulator.stop();
  });

  function follow(): Promise<void> {
    const cache = new FrameCache({
      keyOf: ({ metadata }) => metadata.name,
      select: ({ metadata: { uid = '', resourceVersion = '' } }) => ({ uid, resourceVersion }),
      onChange: () => (seen += 1),
    });
    const type = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', scope: 'Namespaced' } as const;
    return new Reflector({ api: connection.api(), type, namespace: 'default', fieldSelector: 'metadata.name=changing', cache, clock: systemClock, random: systemRandom }).run(stop.signal);
  }

  /** Changes the object so often, and waits until everybody has seen the last change. */
  async function changes(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const before = seen;
      await workspace.client.merge(`${CONFIG_MAPS}/changing`, { data: { text: `${index} ${'x'.repeat(500)}` } });
      await eventually(() => (seen >= before + WATCHES ? true : undefined), { deadlineMs: 30_000, intervalMs: 1, what: 'the change to be seen' });
      // Now and then all of them break.
      if (index % 100 === 50) emulator.dropWatches();
    }
  }

  it('need no more memory after 20,000 events than after 5,000', async () => {
    await changes(100);
    emulator.forgetRequests();
    const before = await usedBytes();
    await changes(300);
    emulator.forgetRequests();
    expect(((await usedBytes()) - before) / 1e6).toBeLessThan(2);
  });
});

/** Buffers are freed some time after a collection, hence the turns between. */
async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
