import { describe, expect, it } from '@jest/globals';
import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import type { JsonSchema } from '@kcp-runtime/schema';
import type { ApiExport } from './api-export.js';
import type { ExportPlan } from './export-plan.js';
import { BreakingSchemaChange } from './kcp-faults.js';
import { breaksBetween, schemaRollout } from './schema-rollout.js';
import type { ServedBefore } from './schema-rollout.js';

const RESOURCE = 'boxes.boxes.io';
const never = new AbortController().signal;

const root = (spec: Record<string, JsonSchema>, status: Record<string, JsonSchema> = {}): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: spec }, status: { type: 'object', properties: status } },
});
const specOf = (schema: JsonSchema, version = 'v1', kind = 'Box') => ({ scope: 'Namespaced', names: { kind }, versions: [{ name: version, served: true, storage: true, schema }] });
const schemaObject = (name: string, schema: JsonSchema): KubeObject => ({ apiVersion: 'apis.kcp.io/v1alpha1', kind: 'APIResourceSchema', metadata: { name: `${name}.${RESOURCE}` }, spec: specOf(schema) });

const text: JsonSchema = { type: 'string' };
const [old, wider, narrower] = [schemaObject('v1', root({ color: text })), schemaObject('v2', root({ color: text, size: text })), schemaObject('v3', root({ size: text }))];

const planOf = (schema: KubeObject): ExportPlan => ({
  providerName: 'boxes', exportName: 'boxes.io', schemas: [schema], resources: [{ group: 'boxes.io', name: 'boxes', schema: schema.metadata.name }],
  claims: [], labels: {}, annotations: {}, maximalPermissionPolicy: 'none', bind: { groups: [], users: [] },
});
const exportOf = (schema: KubeObject): ApiExport => ({ apiVersion: '', kind: 'APIExport', metadata: { name: 'boxes.io' }, spec: { resources: [...planOf(schema).resources] } });

/** A provider workspace with these schemas. */
function workspace(...schemas: readonly KubeObject[]): KubeApi {
  const get = ({ name }: { name: string }): Promise<KubeObject> => {
    const found = schemas.find(({ metadata }) => metadata.name === name);
    return found ? Promise.resolve(found) : Promise.reject(new NotFound({ method: 'GET', url: name, status: 404, message: 'not found' }));
  };
  return { resource: () => ({ get }) } as unknown as KubeApi;
}

const rollout = (wanted: KubeObject, before: Partial<ServedBefore>, api = workspace(old)) =>
  schemaRollout(api, planOf(wanted), { found: undefined, published: {}, forced: new Set(), ...before }, never);

describe('a new schema', () => {
  it('is published at once where none was before', async () => {
    expect((await rollout(old, {})).plan).toEqual(planOf(old));
  });

  it('with more properties takes the place of the old one', async () => {
    expect(await rollout(wider, { found: exportOf(old) })).toMatchObject({ held: [], plan: { resources: [{ schema: wider.metadata.name }] } });
  });

  it('that would drop data is held back, and the old one stays in the export', async () => {
    const { plan, held } = await rollout(narrower, { found: exportOf(old) });
    expect(plan).toMatchObject({ schemas: [], resources: [{ schema: old.metadata.name }] });
    expect(held).toMatchObject([{ wanted: narrower.metadata.name, served: old.metadata.name, breaks: [{ path: 'spec.color', kind: 'removed' }] }]);
  });

  it('that would drop data is held back even when somebody has deleted the export', async () => {
    expect((await rollout(narrower, { published: { [RESOURCE]: old.metadata.name } })).plan.resources).toMatchObject([{ schema: old.metadata.name }]);
  });

  it('that the operator wants all the same is published', async () => {
    expect((await rollout(narrower, { found: exportOf(old), forced: new Set([narrower.metadata.name]) })).held).toEqual([]);
  });

  it('that is served already is not taken back when the operator takes his word back', async () => {
    expect((await rollout(narrower, { found: exportOf(narrower), published: { [RESOURCE]: old.metadata.name } })).held).toEqual([]);
  });

  it('is put back when somebody has put another one in its place', async () => {
    expect((await rollout(narrower, { found: exportOf(old), published: { [RESOURCE]: narrower.metadata.name } })).held).toEqual([]);
  });

  it('is published where the old one can no longer be read', async () => {
    expect((await rollout(narrower, { found: exportOf(old) }, workspace())).held).toEqual([]);
  });

  it('that is held back is told of with the property and with the way to have it', async () => {
    const { held } = await rollout(narrower, { found: exportOf(old) });
    expect(new BreakingSchemaChange(held).message).toMatch(/accept-breaking-schema=v3\.boxes\.boxes\.io\..*spec\.color would be gone/);
  });
});

describe('what breaks living orders', () => {
  const none = root({});
  it.each([
    ['nothing of a status, which is written anew', specOf(root({}, { host: text })), specOf(none), []],
    ['a property of the spec that begins like the status', specOf(root({ statusPage: text })), specOf(none), ['spec.statusPage']],
    ['a property beside the status that begins like it', specOf({ type: 'object', properties: { statusPage: text } }), specOf({ type: 'object', properties: {} }), ['statusPage']],
    ['a version that is served no more', specOf(none), specOf(none, 'v2'), ['v1']],
    ['another kind', specOf(none), specOf(none, 'v1', 'Crate'), ['kind']],
  ])('is %s', (_, before, after, paths) => {
    expect(breaksBetween(before, after).map(({ path }) => path)).toEqual(paths);
  });
});
