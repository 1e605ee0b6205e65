import { expect } from '@jest/globals';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';
import { only } from '../../world/world.js';

export const restart: Item = {
  number: 'O4',
  section: 'evolution',
  needs: 'own kcp',
  title: 'a restart ends streams, forgets old versions, and keeps the data and the tokens of ServiceAccounts',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const consumer = only(scene);
    await consumer.client.post(widgetPath(), widget('kept'));
    const { token } = await consumer.serviceAccount({ name: 'stays', clusterRoles: ['cluster-admin'] });
    const version = String(dig((await scene.virtual.get(`/*${ALL_WIDGETS}`)).body, 'metadata', 'resourceVersion'));
    const watch = await world.watch(scene.virtual, `/*${ALL_WIDGETS}`);

    await world.kcp.restart();
    await watch.end;

    const list = await eventually(
      async () => {
        const answer = await scene.virtual.get(`/*${ALL_WIDGETS}`);
        return answer.status === 200 ? answer : undefined;
      },
      { deadlineMs: 60_000, what: 'the list after the restart' },
    );
    expect(dig(list.body, 'items')).toMatchObject([{ metadata: { name: 'kept' } }]);
    expect((await consumer.client.as(token).get(widgetPath('kept'))).status).toBe(200);

    const again = await world.watch(scene.virtual, `/*${ALL_WIDGETS}?resourceVersion=${version}`);
    expect(await again.end).toBe('ended');
    expect(again.events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
  },
};
