import { describe, expect, it } from '@jest/globals';
import { readRequestPath, readTarget } from './request-path.js';

describe('the root of a URL', () => {
  it('is a workspace by name or path', () => {
    expect(readRequestPath('/clusters/root:a/api/v1').root).toEqual({ kind: 'cluster', cluster: 'root:a' });
  });

  it('is the virtual workspace of an export, for one cluster or for all', () => {
    const root = { kind: 'export', exportCluster: 'p', exportName: 'e.io', closed: false };
    expect(readRequestPath('/services/apiexport/p/e.io/clusters/c/apis').root).toEqual({ ...root, cluster: 'c' });
    expect(readRequestPath('/services/apiexport/p/e.io/clusters/%2A/apis').root).toEqual({ ...root, cluster: undefined });
    expect(readRequestPath('//services//apiexport/p/e.io/clusters/*/apis').root).toEqual({ ...root, cluster: undefined });
  });

  it('leads nowhere without clusters', () => {
    expect(readRequestPath('/services/apiexport/p/e.io').root).toMatchObject({ closed: true });
  });

  it('is refused with 400 when the cluster is no well-formed name', () => {
    expect(() => readRequestPath('/clusters/Bad_Name/api')).toThrow(expect.objectContaining({ code: 400 }));
  });
});

describe('what is asked for below it', () => {
  it('is an object in a namespace, or its status', () => {
    expect(readTarget('/apis/g.io/v1/namespaces/n/things/x/status')).toMatchObject({ kind: 'resource', group: 'g.io', version: 'v1', namespace: 'n', plural: 'things', name: 'x', subresource: 'status' });
  });

  it('is a namespace itself', () => {
    expect(readTarget('/api/v1/namespaces/n')).toMatchObject({ plural: 'namespaces', name: 'n', namespace: undefined });
    expect(readTarget('/api/v1/namespaces/n/status')).toMatchObject({ plural: 'namespaces', name: 'n', subresource: 'status' });
    expect(readTarget('/api/v1/namespaces/n/configmaps')).toMatchObject({ plural: 'configmaps', namespace: 'n', name: undefined });
  });

  it('may begin with the old prefix of watches', () => {
    expect(readTarget('/apis/g.io/v1/watch/things')).toMatchObject({ plural: 'things', legacyWatch: true });
  });

  it.each([
    ['/apis/g.io/v1', { kind: 'groupVersion', group: 'g.io', version: 'v1' }],
    ['/apis/g.io', { kind: 'group', group: 'g.io' }],
    ['/version', { kind: 'other', path: '/version' }],
  ])('%s is discovery or something of the server', (path, target) => {
    expect(readTarget(path)).toEqual(target);
  });
});
