import { expect } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { WIDGET_SCHEMA, widget, widgetPath, widgetResourceSchema } from '../../world/widgets.js';
import { EXPORTS, T10, only, uniqueName } from '../../world/world.js';

/** The schema of widgets with one field that may hold anything, and one that holds texts by any name. */
function withFreeForm(): RawBody {
  const root = WIDGET_SCHEMA['properties'] as Record<string, RawBody>;
  const fields = { options: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, labels: { type: 'object', additionalProperties: { type: 'string' } } };
  return { ...WIDGET_SCHEMA, properties: { ...root, spec: { ...root['spec'], properties: { ...(root['spec']?.['properties'] as RawBody), ...fields } } } };
}

const SPEC: RawBody = { color: 'red', size: 3, options: { a: { b: 1, c: [null, { d: 'e' }] } }, labels: { any: 'text' } };

const PARTS = '/apis/free.example.io/v1/parts';
const PART_DEFINITION: RawBody = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'parts.free.example.io' },
  spec: {
    group: 'free.example.io',
    names: { plural: 'parts', singular: 'part', kind: 'Part', listKind: 'PartList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: withFreeForm() } }],
  },
};

// Reported as jaegertracing/jaeger-operator#1314
export const freeForm: Item = {
  number: '52b',
  section: 'writes',
  title: 'a field without a form of its own keeps all that is in it, and so does a map',
  servers: 'all',
  check: async (site) => {
    await site.serve(PART_DEFINITION, PARTS);
    const parts = PARTS.replace(/\/parts$/, '/namespaces/default/parts');
    const created = await site.client.post(parts, { apiVersion: 'free.example.io/v1', kind: 'Part', metadata: { name: 'free' }, spec: SPEC });
    expect([created.status, created.body['spec']]).toEqual([201, SPEC]);
    expect((await site.client.get(`${parts}/free`)).body['spec']).toEqual(SPEC);
  },
};

// kcp's alone: elsewhere an order has but one side.
export const freeFormOnBothSides: Item = {
  number: '52c',
  section: 'writes',
  title: 'a field without a form of its own keeps all that is in it, on both sides, and so does a map',
  check: async (world) => {
    const scene = await world.scene({ consumers: 1, schema: 'own' });
    const { client, cluster } = only(scene);
    await world.recorder.unseen(async () => {
      const schema = `${uniqueName('free')}.widgets.conformance.example.io`;
      await world.provider.apply([widgetResourceSchema(schema, withFreeForm())]);
      await world.provider.client.jsonPatch(`${EXPORTS}/${scene.export}`, [{ op: 'replace', path: '/spec/resources/0/schema', value: schema }]);
    });
    // Until the schema is in force the fields are dropped.
    await eventually(
      async () => {
        const name = uniqueName('free');
        const { body } = await world.recorder.unseen(() => client.post(widgetPath(), widget(name, { spec: SPEC })));
        return JSON.stringify(body['spec']).includes('options') ? true : undefined;
      },
      { ...T10, what: 'the schema to be in force' },
    );
    expect((await client.post(widgetPath(), widget('free', { spec: SPEC }))).body['spec']).toEqual(SPEC);
    expect((await client.get(widgetPath('free'))).body['spec']).toEqual(SPEC);
    const there = await eventually(
      async () => {
        const answer = await scene.virtual.get(`/${cluster}${widgetPath('free')}`);
        return answer.status === 200 ? answer : undefined;
      },
      { ...T10, what: 'the order to be served to the provider' },
    );
    expect(there.body['spec']).toEqual(SPEC);
  },
};
