import { describe, expect, it } from '@jest/globals';
import { mappedUrl } from './host-mapping.js';

const url = 'https://shard-1.kcp.svc:6443/services/apiexport/2x/boxes.io';

describe('an endpoint that is reached under another name', () => {
  it.each([
    ['shard-1.kcp.svc:6443', '127.0.0.1:16443', 'https://127.0.0.1:16443/services/apiexport/2x/boxes.io'],
    ['shard-1.kcp.svc', 'kcp.example.io', 'https://kcp.example.io:6443/services/apiexport/2x/boxes.io'],
    ['shard-1.kcp.svc', '[::1]', 'https://[::1]:6443/services/apiexport/2x/boxes.io'],
    ['shard-1.kcp.svc', '[::1]:16443', 'https://[::1]:16443/services/apiexport/2x/boxes.io'],
    ['shard-1.kcp.svc', 'kcp.example.io:443', 'https://kcp.example.io/services/apiexport/2x/boxes.io'],
    ['shard-2.kcp.svc:6443', '127.0.0.1:1', url],
  ])('%s is %s', (from, to, reached) => {
    expect(mappedUrl(url, [{ from, to }])).toBe(reached);
  });

  it('stays what it is without a mapping', () => {
    expect(mappedUrl(url, [])).toBe(url);
  });

  it('is found by the port that https has when none is written', () => {
    expect(mappedUrl('https://kcp.io/x', [{ from: 'kcp.io:443', to: 'proxy:8443' }])).toBe('https://proxy:8443/x');
  });
});
