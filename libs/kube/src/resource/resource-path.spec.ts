import { describe, expect, it } from '@jest/globals';
import type { ResourceType } from './kube-object.js';
import { NamespaceMismatch, UnsafePathSegment, assertSafePath, resourcePath } from './resource-path.js';

const SECRETS: ResourceType = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', scope: 'Namespaced' };
const ROLES: ResourceType = { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster' };

describe('the path of an object', () => {
  it.each([
    [SECRETS, { namespace: 'team', name: 'login' }, '/api/v1/namespaces/team/secrets/login'],
    [SECRETS, { namespace: 'team' }, '/api/v1/namespaces/team/secrets'],
    [SECRETS, {}, '/api/v1/secrets'],
    [ROLES, { name: 'reader', subresource: 'status' }, '/apis/rbac.authorization.k8s.io/v1/clusterroles/reader/status'],
  ] as const)('of %o %o is %s', (type, target, path) => {
    expect(resourcePath(type, target)).toBe(path);
  });

  it('keeps the case of a name', () => {
    expect(resourcePath(ROLES, { name: 'MyRole' })).toMatch(/\/MyRole$/);
  });

  it('encodes what a name may hold and a path may not', () => {
    expect(resourcePath(ROLES, { name: 'system:a b?c#d' })).toMatch(/\/system%3Aa%20b%3Fc%23d$/);
  });

  it.each(['', '.', '..', 'a/b', '../secrets/other', '%2e%2e', '..%2fother', 'a\\b', 'a\nb'])('refuses the name %j', (name) => {
    expect(() => resourcePath(SECRETS, { namespace: 'team', name })).toThrow(UnsafePathSegment);
  });

  it.each(['', '..', 'a/secrets'])('refuses the namespace %j', (namespace) => {
    expect(() => resourcePath(SECRETS, { namespace, name: 'login' })).toThrow(UnsafePathSegment);
  });

  it('refuses one object of a namespaced kind without a namespace', () => {
    expect(() => resourcePath(SECRETS, { name: 'login' })).toThrow(NamespaceMismatch);
  });

  it('refuses a namespace for a kind that has none', () => {
    expect(() => resourcePath(ROLES, { namespace: 'team', name: 'reader' })).toThrow(NamespaceMismatch);
  });
});

describe('a path that somebody else has built', () => {
  it('may be plain', () => {
    expect(() => assertSafePath('/clusters/root:team/apis/a.io/v1/widgets')).not.toThrow();
  });

  it.each(['', 'readyz', '//host/x', '/a/../b', '/a/%2e%2E/b', '/a/./b', '/a/', '/a%2fb', '/a/%zz'])('is refused as %j', (path) => {
    expect(() => assertSafePath(path)).toThrow(UnsafePathSegment);
  });
});
