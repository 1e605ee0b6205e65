import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { PlatformMissing, dig, startKubernetes } from '@kcp-runtime/testing';
import type { Env, Kubernetes, RawWatch } from '@kcp-runtime/testing';
import type { KubernetesItem } from './item.js';
import { KUBERNETES_RECORDINGS, ValueJudge, ValueRecorder } from './recording/recorded-values.js';
import { copySchemas } from './machinery/kubernetes-schemas.js';
import { Site } from './world/site.js';
import { ALL_WIDGETS, widgetDefinition } from './world/widgets.js';

const START_DEADLINE_MS = 180_000;
const ITEM_DEADLINE_MS = 120_000;

/** Declares a test for each item on a real kube-apiserver. `record` writes down what it gives instead of comparing it. */
export function runKubernetesItems(items: readonly KubernetesItem[], env: Env, mode: 'compare' | 'record'): void {
  if (!env['PLATFORM_BINARIES']) {
    it.skip(`conformance on a kube-apiserver did not run: ${new PlatformMissing().message}`, () => undefined);
    return;
  }
  describe('conformance on kube-apiserver', () => declareItems(items, env, mode));
}

function declareItems(items: readonly KubernetesItem[], env: Env, mode: 'compare' | 'record'): void {
  let kubernetes: Kubernetes | undefined;
  let site: Site | undefined;
  let recorder: ValueRecorder | undefined;
  const watches: RawWatch[] = [];

  beforeAll(async () => {
    kubernetes = await startKubernetes({ env });
    const { body } = await kubernetes.cluster.client.get('/version');
    recorder = mode === 'record' ? new ValueRecorder(KUBERNETES_RECORDINGS, [dig(body, 'emulationMajor'), dig(body, 'emulationMinor')].join('.')) : undefined;
    if (mode === 'record') await copySchemas(kubernetes.cluster.client);
    site = siteOf(kubernetes, env, watches, recorder);
    await site.serve(widgetDefinition(), ALL_WIDGETS);
  }, START_DEADLINE_MS);
  afterEach(async () => void (await Promise.all(watches.splice(0).map((watch) => watch.close()))));
  afterAll(async () => {
    recorder?.close();
    await kubernetes?.stop();
  }, START_DEADLINE_MS);

  for (const item of items) {
    it(
      `${item.number} ${item.section}: ${item.title}`,
      async () => {
        if (site === undefined) throw new Error('The kube-apiserver of this run did not start; the first failure says why.');
        await item.check(site);
      },
      ITEM_DEADLINE_MS,
    );
  }
}

function siteOf({ cluster }: Kubernetes, env: Env, watches: RawWatch[], recorder: ValueRecorder | undefined): Site {
  return new Site({
    orders: cluster.client,
    everywhere: cluster.client,
    client: cluster.client,
    kubeconfig: () => cluster.adminKubeconfig,
    env,
    apart: () => Promise.resolve(cluster.client),
    openWatch: async (client, path) => {
      const watch = await client.watch(path);
      watches.push(watch);
      return watch;
    },
    unseen: (prepare) => prepare(),
    values: recorder ?? new ValueJudge(KUBERNETES_RECORDINGS),
  });
}
