import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';

const NAMESPACES = '/clusters/root/api/v1/namespaces';

export const unknownCaller: Item = {
  number: '2',
  section: 'server',
  title: 'an unknown token is 401, and no token at all is 403',
  check: async ({ client }) => {
    expectRefusal(await client.as('no-such-token').get(NAMESPACES), 401, 'Unauthorized');
    expectRefusal(await client.as(undefined).get(NAMESPACES), 403, 'Forbidden');
  },
};
