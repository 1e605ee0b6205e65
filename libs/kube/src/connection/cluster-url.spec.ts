import { describe, expect, it } from '@jest/globals';
import { NotACluster, NotAnApiUrl, apiUrl, clusterUrl, workspaceUrl } from './cluster-url.js';

describe('the URL of a logical cluster', () => {
  it.each([
    ['https://kcp', 'root', 'https://kcp/clusters/root'],
    ['https://kcp/', 'root:team:a1', 'https://kcp/clusters/root:team:a1'],
    ['https://kcp/services/apiexport/2pd/orders', '*', 'https://kcp/services/apiexport/2pd/orders/clusters/*'],
    ['https://kcp', 'system:admin', 'https://kcp/clusters/system:admin'],
  ])('at %s for %s', (base, cluster, url) => {
    expect(clusterUrl(base, cluster)).toBe(url);
  });

  it.each(['', '..', 'root/x', 'Bad_Name', 'root:', '%2A', '*x', 'a?b'])('is refused for %j', (cluster) => {
    expect(() => clusterUrl('https://kcp', cluster)).toThrow(NotACluster);
  });
});

describe('the URL of a workspace', () => {
  it.each(['https://kcp', 'https://kcp/clusters/root', 'https://kcp/clusters/root:other/'])('does not depend on where %s leads', (server) => {
    expect(workspaceUrl(server, 'root:team')).toBe('https://kcp/clusters/root:team');
  });
});

describe('a URL that the cluster names', () => {
  const own = 'http://127.0.0.1:8080';

  it('may be on another host', () => {
    expect(apiUrl('https://shard-2:6443/services/apiexport/2pd/orders/', own)).toBe('https://shard-2:6443/services/apiexport/2pd/orders');
  });

  it('may be in the clear only where our own server is', () => {
    expect(apiUrl(`${own}/clusters/a`, own)).toBe(`${own}/clusters/a`);
    expect(() => apiUrl('http://elsewhere/clusters/a', own)).toThrow(NotAnApiUrl);
  });

  it.each(['nonsense', 'https://user:secret@kcp/x', 'https://kcp/x?y=1', 'https://kcp/services/../clusters/a', 'https://kcp/services/%2e%2e/a'])(
    'is refused as %s',
    (url) => {
      expect(() => apiUrl(url, own)).toThrow(NotAnApiUrl);
    },
  );

  it('is not told with the password in it', () => {
    expect(() => apiUrl('https://user:secret@kcp/x', own)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
  });
});
