import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { SCHEMAS } from '../../world/world.js';

export const schemaIsImmutable: Item = {
  number: '14',
  section: 'schema and export',
  title: 'the spec of an APIResourceSchema cannot be changed, its labels can',
  check: async ({ provider, schema }) => {
    const path = `${SCHEMAS}/${schema}`;
    expectRefusal(await provider.client.merge(path, { spec: { names: { shortNames: ['w'] } } }), 403, 'Forbidden');
    const labelled = await provider.client.merge(path, { metadata: { labels: { seen: 'yes' } } });
    expect([labelled.status, dig(labelled.body, 'metadata', 'labels')]).toEqual([200, { seen: 'yes' }]);
  },
};
