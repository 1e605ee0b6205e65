import { expect } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServed } from '../../world/expectations.js';

const LEAVERS = '/apis/leaving.example.io/v1/leavers';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GONE = { deadlineMs: 60_000 };
const NAME = 'leavers.leaving.example.io';

const DEFINITION: RawBody = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME },
  spec: {
    group: 'leaving.example.io',
    names: { plural: 'leavers', singular: 'leaver', kind: 'Leaver', listKind: 'LeaverList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

export const definitionIsDeleted: Item = {
  number: '58e',
  section: 'evolution',
  title: 'a deleted CustomResourceDefinition takes its objects along, tells an open watch of each, and ends it',
  servers: 'all',
  check: async (site) => {
    await site.serve(DEFINITION, LEAVERS);
    const all = LEAVERS.replace(/\/leavers$/, '/namespaces/default/leavers');
    for (const name of ['one', 'two']) expect((await site.client.post(all, { apiVersion: 'leaving.example.io/v1', kind: 'Leaver', metadata: { name } })).status).toBe(201);
    const watch = await site.watch(site.client, LEAVERS);
    await watch.next(({ object }) => JSON.stringify(object).includes('"two"'));

    expect((await site.client.delete(`${DEFINITIONS}/${NAME}`)).status).toBe(200);
    expect(await watch.end).toBe('ended');
    expect(watch.events.slice(2).map(({ type }) => type)).toEqual(['DELETED', 'DELETED']);
    await eventually(
      async () => {
        expectNotServed(await site.client.get(LEAVERS));
        return true;
      },
      { ...GONE, what: 'the kind to be served no more' },
    );
    expect((await site.client.get(`${DEFINITIONS}/${NAME}`)).status).toBe(404);
  },
};
