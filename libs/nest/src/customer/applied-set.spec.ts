import { beforeEach, describe, expect, it } from '@jest/globals';
import { UnsafePathSegment } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import { TenantSecrets, owner } from '../fixture/tenant-secrets.fixture.js';
import { appliedResource } from './applied-resource.js';
import { RightMissing, SetNameRefused } from './customer-errors.js';

let tenant: TenantSecrets;
beforeEach(() => {
  tenant = new TenantSecrets();
});

function secret(name: string, namespace?: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, stringData: { of: name } };
}

function removals(): string[] {
  return tenant.requests.filter((request) => request.startsWith('DELETE')).map((request) => request.slice(request.lastIndexOf('/') + 1));
}

/** Another process, which sees what the first has made. */
function restarted(...names: readonly string[]): TenantSecrets {
  const next = new TenantSecrets();
  for (const name of names) next.put(name, tenant.at(name) ?? {});
  next.catchUp();
  return next;
}

describe('a set', () => {
  it('is made in its order, and said in short', async () => {
    const resources = await tenant.customer().applySet('workers', [secret('a'), secret('b', 'elsewhere')]);

    expect(tenant.requests).toEqual(['POST /api/v1/namespaces/default/secrets', 'POST /api/v1/namespaces/elsewhere/secrets']);
    expect(resources).toEqual([
      { kind: 'Secret', name: 'a', namespace: 'default', phase: 'Ready' },
      { kind: 'Secret', name: 'b', namespace: 'elsewhere', phase: 'Ready' },
    ]);
  });

  it('costs nothing while nothing changes', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b')]);
    await tenant.customer().applySet('workers', [secret('a'), secret('b')]);

    expect(tenant.requests).toHaveLength(2);
  });

  it('loses what is no longer in it', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b'), secret('c')]);
    await tenant.customer().applySet('workers', [secret('b')]);

    expect([tenant.at('a'), tenant.at('b') !== undefined, tenant.at('c')]).toEqual([undefined, true, undefined]);
  });

  it('loses what an earlier process had in it', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b')]);
    tenant = restarted('a', 'b');
    await tenant.customer().applySet('workers', [secret('b')]);

    expect(removals()).toEqual(['a']);
  });

  it('leaves other sets, other orders and single objects alone', async () => {
    await tenant.customer().applySet('others', [secret('other-set')]);
    await tenant.customer().apply(secret('single'));
    await tenant.customer(owner('second')).applySet('workers', [secret('other-order')]);
    tenant.catchUp();
    await tenant.customer().applySet('workers', []);

    expect(removals()).toEqual([]);
  });

  it('goes in reverse at the end of the order, before what stands alone', async () => {
    await tenant.customer().apply(secret('single'));
    await tenant.customer().applySet('workers', [secret('a'), secret('b'), secret('c')]);
    await tenant.customer().removeAll();

    expect(removals()).toEqual(['c', 'b', 'a', 'single']);
  });

  it('goes in reverse of the order that an earlier process has made it in', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b'), secret('c')]);
    tenant = restarted('c', 'a', 'b');
    await tenant.customer().removeAll();

    expect(removals()).toEqual(['c', 'b', 'a']);
  });

  it('waits for a member that a finalizer holds, and leaves those before it', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b')]);
    tenant.held.add('b');

    await expect(tenant.customer().removeAll()).resolves.toMatchObject({ ref: { name: 'b' } });
    expect(removals()).toEqual(['b']);
  });

  it('does not wait for what is gone, though the server shows it once more', async () => {
    await tenant.customer().applySet('workers', [secret('a'), secret('b')]);
    tenant.answersObjects = true;

    await expect(tenant.customer().removeAll()).resolves.toBeUndefined();
    expect(removals()).toEqual(['b', 'a']);
  });

  it('of the runtime is not removed with those of handlers, nor reached by its name', async () => {
    await tenant.customer().replaceSet('kcp-runtime.own', [secret('own')]);
    await tenant.customer().removeAll();

    expect(removals()).toEqual([]);
    await expect(tenant.customer().applySet('kcp-runtime.own', [])).rejects.toThrow(SetNameRefused);
  });

  it.each(['../up', 'Großes', '', 'a'.repeat(64)])('has a name that a label can carry, and %j is none', async (name) => {
    await expect(tenant.customer().applySet(name, [])).rejects.toThrow(SetNameRefused);
  });
});

describe('nothing that a handler hands in leads to another tenant', () => {
  const target = { apiVersion: 'v1', kind: 'Secret', name: 'login' };

  it.each([
    { ...target, name: '../../../../../clusters/blue/api/v1/namespaces/default/secrets/login' },
    { ...target, name: '..%2f..%2fclusters%2fblue' },
    { ...target, name: '..' },
    { ...target, name: '' },
    { ...target, namespace: '../../../clusters/blue/api/v1/namespaces/default' },
    { ...target, namespace: '.' },
  ])('not $namespace $name', async (tricky) => {
    const customer = tenant.customer();
    await expect(customer.get(tricky)).rejects.toThrow(UnsafePathSegment);
    await expect(customer.delete(tricky)).rejects.toThrow(UnsafePathSegment);
    await expect(customer.applySet('set', [{ apiVersion: 'v1', kind: 'Secret', metadata: tricky }])).rejects.toThrow(UnsafePathSegment);
    expect(tenant.requests).toEqual([]);
  });

  it.each(['v1/../../clusters/blue/api/v1', '../clusters/blue/api/v1', 'clusters/blue/api/v1'])('not apiVersion %s', async (apiVersion) => {
    await expect(tenant.customer().get({ ...target, apiVersion })).rejects.toThrow(RightMissing);
  });
});

describe('an object in short', () => {
  const deployment: KubeObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'default' } };

  it.each([
    [{}, 'Ready', undefined],
    [{ status: { conditions: [{ type: 'Available', status: 'True', message: 'all there' }] } }, 'Ready', undefined],
    [{ status: { conditions: [{ type: 'Ready', status: 'False', message: 'no image' }] } }, 'Progressing', 'no image'],
    [{ metadata: { ...deployment.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }, 'Terminating', undefined],
  ])('with %j is %s', (more, phase, message) => {
    expect(appliedResource({ ...deployment, ...more })).toMatchObject({ kind: 'Deployment', name: 'web', namespace: 'default', phase, ...(message === undefined ? {} : { message }) });
  });
});
