import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { widgetExport } from '../../world/widgets.js';
import { EXPORTS, uniqueName } from '../../world/world.js';

export const exportBeforeItsSchema: Item = {
  number: '18',
  section: 'schema and export',
  title: 'an APIExport may refer to a schema that does not exist yet',
  check: async ({ provider }) => {
    const created = await provider.client.post(EXPORTS, widgetExport(uniqueName('item-18'), 'later.widgets.conformance.example.io'));
    expect(created.status).toBe(201);
  },
};
