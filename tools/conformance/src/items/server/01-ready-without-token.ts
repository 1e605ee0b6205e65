import { expect } from '@jest/globals';
import type { Item } from '../../item.js';

export const readyWithoutToken: Item = {
  number: '1',
  section: 'server',
  title: 'readyz answers everybody, also below a cluster',
  check: async ({ client }) => {
    const nobody = client.as(undefined);
    const answers = await Promise.all(['/readyz', '/livez', '/healthz', '/clusters/root/readyz'].map((path) => nobody.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  },
};
