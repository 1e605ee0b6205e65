import { expect } from '@jest/globals';
import type { Item } from '../../item.js';

export const malformedCluster: Item = {
  number: '4',
  section: 'server',
  title: 'a cluster name that breaks the pattern is 400',
  check: async ({ client }) => {
    const answer = await client.get('/clusters/Bad_Name/api/v1/namespaces');
    expect(answer.status).toBe(400);
  },
};
