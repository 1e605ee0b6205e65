import { expect } from '@jest/globals';
import { RawClient, dig, eventually, readAdminKubeconfig, startKcp } from '@kcp-runtime/testing';
import type { KcpServer } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { SLICES, T1, World, pair } from '../../world/world.js';
import type { Scene } from '../../world/world.js';

/** The clients of the endpoint slice's URLs, one a shard. */
async function endpoints(kcp: KcpServer, scene: Scene): Promise<RawClient[]> {
  const path = `${SLICES}/${scene.export}`;
  const found = await eventually(
    async () => {
      const listed = dig((await scene.provider.client.get(path)).body, 'status', 'endpoints');
      return Array.isArray(listed) && listed.length === 2 ? (listed as { url: string }[]) : undefined;
    },
    { ...T1, what: 'a URL of each shard' },
  );
  return found.map(({ url }) => RawClient.open({ url: `${url}/clusters`, ca: kcp.ca, token: () => readAdminKubeconfig(kcp.adminKubeconfig).token }));
}

async function clustersAt(endpoint: RawClient): Promise<unknown[]> {
  const { body } = await endpoint.get(`/*${ALL_WIDGETS}`);
  return (body['items'] as readonly unknown[]).map((item) => dig(item, 'metadata', 'annotations', 'kcp.io/cluster'));
}

async function versionAt(endpoint: RawClient): Promise<number> {
  return Number(dig((await endpoint.get(`/*${ALL_WIDGETS}`)).body, 'metadata', 'resourceVersion'));
}

export const twoShards: Item = {
  number: 'O3',
  section: 'evolution',
  needs: 'emulator',
  title: 'with two shards a slice has two URLs, each with the consumers of its shard and with versions of its own',
  check: async (world) => {
    const kcp = await startKcp({ driver: 'emulator', env: world.env, shards: ['root', 'beta'] });
    const inTwo = await World.create(kcp, world.env);
    let urls: RawClient[] = [];
    try {
      const scene = await inTwo.scene({ consumers: 2, binding: 'none' });
      // The scene's own binding waits at the URL of one shard.
      for (const consumer of scene.consumers) await consumer.bind({ path: scene.provider.path, export: scene.export });
      urls = await endpoints(kcp, scene);
      const [one, other] = urls;
      if (one === undefined || other === undefined) throw new Error('There are no two URLs.');
      const consumers = pair(scene);
      for (const { client } of consumers) expect((await client.post(widgetPath(), widget('main'))).status).toBe(201);

      const [atOne, atOther] = [await clustersAt(one), await clustersAt(other)];
      expect([atOne.length, atOther.length]).toEqual([1, 1]);
      expect([...atOne, ...atOther].sort()).toEqual(consumers.map(({ cluster }) => cluster).sort());
      expect((await one.get(`/${String(atOther[0])}${ALL_WIDGETS}`)).status).toBe(403);

      const before = await versionAt(other);
      await one.merge(`/${String(atOne[0])}${widgetPath('main')}`, { spec: { color: 'blue' } });
      expect(await versionAt(other)).toBe(before);
    } finally {
      await Promise.all(urls.map((url) => url.close()));
      await inTwo.close();
      await kcp.stop();
    }
  },
};
