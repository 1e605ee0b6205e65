import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { expectNotServed } from '../../world/expectations.js';
import { SLICES } from '../../world/world.js';

export const slicesHaveOneVersion: Item = {
  number: '20',
  section: 'schema and export',
  title: 'APIExportEndpointSlices are served as v1alpha1 only',
  check: async ({ provider }) => {
    expectNotServed(await provider.client.get('/apis/apis.kcp.io/v1alpha2/apiexportendpointslices'));
    expect((await provider.client.get(SLICES)).status).toBe(200);
  },
};
