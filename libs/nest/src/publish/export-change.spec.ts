import { describe, expect, it } from '@jest/globals';
import type { ApiExport } from './api-export.js';
import { PROVIDER_ANNOTATION } from './api-export.js';
import { exportChange } from './export-change.js';
import type { ExportPlan } from './export-plan.js';

const plan: ExportPlan = {
  providerName: 'boxes',
  exportName: 'boxes.example.io',
  schemas: [],
  resources: [{ group: 'boxes.example.io', name: 'boxes', schema: 'v2.boxes.boxes.example.io' }],
  claims: [{ group: '', resource: 'secrets', verbs: ['get', 'list'] }],
  labels: { tier: 'gold' },
  annotations: {},
  maximalPermissionPolicy: 'none',
  bind: { groups: [], users: [] },
};

/** What kcp makes of an export that we have created: identity and storage are its own. */
function published(by: ExportPlan = plan, edit: (spec: NonNullable<ApiExport['spec']>) => void = () => undefined): ApiExport {
  const change = exportChange(by, undefined);
  if (change.kind !== 'create') throw new Error('nothing was created');
  const { metadata, spec = {}, ...rest } = JSON.parse(JSON.stringify(change.object)) as ApiExport;
  const stored = { ...spec, resources: spec.resources?.map((resource) => ({ ...resource, storage: { crd: {} } })), permissionClaims: spec.permissionClaims?.map((claim) => ({ ...claim, identityHash: '' })) };
  edit(stored);
  return { ...rest, metadata: { ...metadata, resourceVersion: '7' }, spec: { ...stored, identity: { secretRef: { name: 'x' } } } as ApiExport['spec'] };
}

const patchOf = (found: ApiExport, by: ExportPlan = plan) => {
  const change = exportChange(by, found);
  return change.kind === 'patch' ? (change.patch as { spec: Record<string, unknown[]>; metadata: Record<string, unknown> }) : undefined;
};

describe('an export', () => {
  it('that is not there is created', () => {
    expect(exportChange(plan, undefined)).toMatchObject({ kind: 'create', object: { metadata: { name: 'boxes.example.io' }, spec: { resources: plan.resources } } });
  });

  it('as kcp stored what we created is left alone', () => {
    expect(exportChange(plan, published())).toEqual({ kind: 'none' });
  });

  it('is left alone when only the order of verbs differs', () => {
    expect(exportChange(plan, published(plan, (spec) => (spec.permissionClaims = [{ group: '', resource: 'secrets', verbs: ['list', 'get'] }])))).toEqual({ kind: 'none' });
  });

  it('gets a new schema in the place of the old one, and keeps its storage', () => {
    const old = published({ ...plan, resources: [{ group: 'boxes.example.io', name: 'boxes', schema: 'v1.boxes.boxes.example.io' }] });
    expect(patchOf(old)?.spec['resources']).toEqual([{ ...plan.resources[0], storage: { crd: {} } }]);
  });

  it('is never patched without naming the version that was read, and never in its identity', () => {
    const patch = patchOf(published(plan, (spec) => (spec.resources = [])));
    expect(patch?.metadata['resourceVersion']).toBe('7');
    expect(Object.keys(patch?.spec ?? {})).toEqual(['resources', 'permissionClaims']);
  });

  it('keeps the entries of others', () => {
    const other = { group: 'other.io', name: 'others', schema: 'v1.others.other.io' };
    const claim = { group: '', resource: 'configmaps', verbs: ['get'] };
    const patch = patchOf(published(plan, (spec) => ((spec.resources = [other]), (spec.permissionClaims = [claim]))));
    expect(patch?.spec).toEqual({ resources: [other, ...plan.resources], permissionClaims: [claim, ...plan.claims] });
  });

  it('loses the claims that we made once and need no more', () => {
    const before = published({ ...plan, claims: [...plan.claims, { group: '', resource: 'configmaps', verbs: ['get'] }] });
    expect(patchOf(before)?.spec['permissionClaims']).toEqual([{ ...plan.claims[0], identityHash: '' }]);
  });

  it('gets the policy of the ProviderConfig, and loses it with the setting', () => {
    const bounded: ExportPlan = { ...plan, maximalPermissionPolicy: 'local' };
    expect(patchOf(published(), bounded)?.spec).toMatchObject({ maximalPermissionPolicy: { local: {} } });
    expect(exportChange(bounded, published(bounded))).toEqual({ kind: 'none' });
    expect(patchOf(published(bounded))?.spec).toMatchObject({ maximalPermissionPolicy: null });
  });

  it('keeps a policy that somebody else has set', () => {
    expect(exportChange(plan, published(plan, (spec) => (spec.maximalPermissionPolicy = { local: {} })))).toEqual({ kind: 'none' });
  });

  it('gets the labels of the ProviderConfig', () => {
    expect(patchOf(published(), { ...plan, labels: { tier: 'silver' } })?.metadata['labels']).toEqual({ tier: 'silver' });
  });

  it('of another provider is a conflict that names it', () => {
    const found = published();
    found.metadata.annotations = { ...found.metadata.annotations, [PROVIDER_ANNOTATION]: 'crates' };
    expect(exportChange(plan, found)).toEqual({ kind: 'conflict', owner: 'crates' });
  });

  it('that nobody calls his own is a conflict too', () => {
    const found = published();
    found.metadata.annotations = {};
    expect(exportChange(plan, found)).toEqual({ kind: 'conflict', owner: undefined });
  });

  it('that is handed over keeps what stood in it', () => {
    const found = published(plan, (spec) => (spec.permissionClaims = [{ group: '', resource: 'secrets', verbs: ['watch'] }]));
    found.metadata.annotations = { [PROVIDER_ANNOTATION]: 'boxes' };
    expect(patchOf(found)?.spec['permissionClaims']).toEqual([{ group: '', resource: 'secrets', verbs: ['get', 'list', 'watch'] }]);
  });
});
