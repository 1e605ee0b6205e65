import { describe, expect, it } from '@jest/globals';
import type { JsonObject, KubeObject } from '../../storage/kube-object.js';
import type { Access } from './access.js';
import { rbacAllows, type RbacObjects } from './rbac.js';
import { KCP_ADMIN_GROUP, MASTERS_GROUP, type User } from '../user.js';

const ada: User = { name: 'ada', groups: ['system:authenticated', 'team'] };

function access(more: Partial<Extract<Access, { kind: 'resource' }>> = {}): Access {
  return { kind: 'resource', verb: 'get', group: '', version: 'v1', plural: 'secrets', subresource: undefined, namespace: 'default', name: 'x', ...more };
}

function object(kind: string, name: string, content: JsonObject, namespace?: string): KubeObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, ...content };
}

/** One role with this rule, bound to these subjects in the cluster or in one namespace. */
function granted(rule: JsonObject, subjects: JsonObject[], namespace?: string): RbacObjects {
  const role = object(namespace === undefined ? 'ClusterRole' : 'Role', 'r', { rules: [rule] }, namespace);
  const binding = object('Binding', 'b', { roleRef: { kind: role.kind, name: 'r' }, subjects }, namespace);
  return {
    clusterRole: (name) => (namespace === undefined && name === 'r' ? role : undefined),
    role: (space, name) => (space === namespace && name === 'r' ? role : undefined),
    clusterRoleBindings: () => (namespace === undefined ? [binding] : []),
    roleBindings: () => (namespace === undefined ? [] : [binding]),
  };
}

const toAda = [{ kind: 'User', name: 'ada' }];
const readSecrets = { verbs: ['get'], apiGroups: [''], resources: ['secrets'] };

function may(objects: RbacObjects, wanted: Access, user: User = ada): boolean {
  return rbacAllows(objects, 'c', user, wanted);
}

describe('a role', () => {
  it('allows its verb on its resource, and nothing else', () => {
    const objects = granted(readSecrets, toAda);
    expect(may(objects, access())).toBe(true);
    expect(may(objects, access({ verb: 'list' }))).toBe(false);
    expect(may(objects, access({ plural: 'configmaps' }))).toBe(false);
    expect(may(objects, access({ group: 'g.io' }))).toBe(false);
    expect(may(objects, access({ subresource: 'status' }))).toBe(false);
  });

  it('may be limited to names, and then covers no request without one', () => {
    const objects = granted({ ...readSecrets, resourceNames: ['x'] }, toAda);
    expect([may(objects, access()), may(objects, access({ name: 'y' })), may(objects, access({ name: undefined }))]).toEqual([true, false, false]);
  });

  it('covers everything with stars', () => {
    expect(may(granted({ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, toAda), access({ subresource: 'status', verb: 'patch' }))).toBe(true);
  });

  it('allows paths, by their beginning where it ends in a star', () => {
    const objects = granted({ verbs: ['get'], nonResourceURLs: ['/metrics', '/logs/*'] }, toAda);
    const get = (path: string): boolean => may(objects, { kind: 'path', verb: 'get', path });
    expect([get('/metrics'), get('/logs/a'), get('/other')]).toEqual([true, true, false]);
  });

  it('in a namespace is for that namespace only', () => {
    const objects = granted(readSecrets, toAda, 'default');
    expect([may(objects, access()), may(objects, access({ namespace: 'other' })), may(objects, access({ namespace: undefined }))]).toEqual([true, false, false]);
  });
});

describe('a binding', () => {
  it('is for the members of a group', () => {
    const objects = granted(readSecrets, [{ kind: 'Group', name: 'team' }]);
    expect(may(objects, access())).toBe(true);
    expect(may(objects, access(), { name: 'eve', groups: [] })).toBe(false);
  });

  it('is for a ServiceAccount of this cluster, not for one of the same name elsewhere', () => {
    const objects = granted(readSecrets, [{ kind: 'ServiceAccount', namespace: 'default', name: 'sa' }]);
    const account = (homeCluster: string): User => ({ name: 'system:serviceaccount:default:sa', groups: [], homeCluster });
    expect([may(objects, access(), account('c')), may(objects, access(), account('other'))]).toEqual([true, false]);
  });

  it('may name a role that every workspace has', () => {
    const binding = object('ClusterRoleBinding', 'b', { roleRef: { kind: 'ClusterRole', name: 'cluster-admin' }, subjects: toAda });
    const objects: RbacObjects = { clusterRole: () => undefined, role: () => undefined, clusterRoleBindings: () => [binding], roleBindings: () => [] };
    expect(may(objects, access({ verb: 'delete' }))).toBe(true);
  });
});

describe('without any binding', () => {
  const nothing: RbacObjects = { clusterRole: () => undefined, role: () => undefined, clusterRoleBindings: () => [], roleBindings: () => [] };

  it('administrators may do everything, and others may only look around', () => {
    expect(may(nothing, access(), { name: 'root', groups: [KCP_ADMIN_GROUP] })).toBe(true);
    expect(may(nothing, access(), { name: 'shard', groups: [MASTERS_GROUP] })).toBe(true);
    expect(may(nothing, access())).toBe(false);
    expect(may(nothing, { kind: 'path', verb: 'get', path: '/apis' })).toBe(true);
  });
});
