import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widgetResourceSchema } from '../../world/widgets.js';
import { SCHEMAS, uniqueName } from '../../world/world.js';

export const schemaIsCreatedOnce: Item = {
  number: '12',
  section: 'schema and export',
  title: 'an APIResourceSchema is created, and a second time it exists already',
  check: async ({ provider }) => {
    const schema = widgetResourceSchema(`${uniqueName('v')}.widgets.conformance.example.io`);
    expect((await provider.client.post(SCHEMAS, schema)).status).toBe(201);
    expectRefusal(await provider.client.post(SCHEMAS, schema), 409, 'AlreadyExists');
  },
};
