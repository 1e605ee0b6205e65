import { dig, eventually } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { condition } from '../../world/expectations.js';
import { BINDINGS, T10, only } from '../../world/world.js';
import { expect } from '@jest/globals';

export const twoBindingsForOneResource: Item = {
  number: '28',
  section: 'binding',
  title: 'a second binding for a resource that is bound already stays Binding and names the conflict',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1 });
    const other = await world.scene({ consumers: 0 });
    const consumer = only(scene);
    await consumer.startBinding({ path: world.provider.path, export: other.export });
    const conflicting = await eventually(
      async () => {
        const { body } = await consumer.client.get(`${BINDINGS}/${other.export}`);
        return condition(body, 'InitialBindingCompleted')?.reason === 'NamingConflicts' ? body : undefined;
      },
      { ...T10, what: 'the conflict' },
    );
    expect(dig(conflicting, 'status', 'phase')).toBe('Binding');
  },
};
