import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '@kcp-runtime/kube';
import { readKubeconfigSecret } from './kubeconfig-secret.js';

const ref = { namespace: 'boxes', name: 'boxes-kcp', key: 'kubeconfig' };
const secret = (data?: Record<string, string>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: ref.name },
  data: data && Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')])),
});
const kubeconfig = (server: string): string =>
  JSON.stringify({
    clusters: [{ name: 'kcp', cluster: { server } }],
    users: [{ name: 'boxes', user: { token: 'top-secret' } }],
    contexts: [{ name: 'kcp', context: { cluster: 'kcp', user: 'boxes' } }],
    'current-context': 'kcp',
  });

describe('the kubeconfig Secret', () => {
  it('gives access', () => {
    expect(readKubeconfigSecret(secret({ kubeconfig: kubeconfig('https://kcp:6443/clusters/root:boxes') }), ref).server).toBe('https://kcp:6443/clusters/root:boxes');
  });

  it.each([
    ['that is not there', undefined, /boxes\/boxes-kcp does not exist/],
    ['that is empty', secret(), /has no key "kubeconfig"/],
    ['without the key', secret({ config: 'x' }), /has no key "kubeconfig"/],
    ['with something else in it', secret({ kubeconfig: '{{' }), /not YAML/],
    ['with a plain address', secret({ kubeconfig: kubeconfig('http://kcp') }), /not https/],
  ])('%s says what is wrong and where', (_, found, words) => {
    expect(() => readKubeconfigSecret(found, ref)).toThrow(words);
  });

  it('never shows what is in it', () => {
    const access = readKubeconfigSecret(secret({ kubeconfig: kubeconfig('https://kcp') }), ref);
    expect(JSON.stringify(access)).not.toContain('top-secret');
  });
});
