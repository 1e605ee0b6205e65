import { expect } from '@jest/globals';
import type { Item } from '../../item.js';

export const exportInItsOldVersion: Item = {
  number: '19',
  section: 'schema and export',
  title: 'the same APIExport read as v1alpha1 names its schemas in a list',
  check: async (world) => {
    const scene = await world.standing();
    const answer = await world.provider.client.get(`/apis/apis.kcp.io/v1alpha1/apiexports/${scene.export}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ apiVersion: 'apis.kcp.io/v1alpha1', spec: { latestResourceSchemas: [world.schema] } });
  },
};
