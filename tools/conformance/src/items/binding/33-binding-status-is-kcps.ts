import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { BINDINGS, only } from '../../world/world.js';

export const bindingStatusIsKcps: Item = {
  number: '33',
  section: 'binding',
  title: "nobody but kcp writes a binding's status",
  check: async (world) => {
    const scene = await world.standing();
    const answer = await only(scene).client.merge(`${BINDINGS}/${scene.export}/status`, { status: { phase: 'Binding' } });
    expectRefusal(answer, 403, 'Forbidden');
  },
};
