import { describe, expect, it } from '@jest/globals';
import type { KubeApi } from '@kcp-runtime/kube';
import { KeptState } from './kept-state.js';
import type { KeptPublication } from './kept-state.js';

const never = new AbortController().signal;
const place: KeptPublication = {
  providerWorkspace: 'root:boxes', cluster: 'abc', exportName: 'boxes.io', kubeconfigSecret: { namespace: 'boxes', name: 'kcp', key: 'kubeconfig' }, hosts: [], deletionPolicy: 'Retain', schemas: {},
};

/** A platform with this ConfigMap. */
function keptIn(data: Record<string, string>) {
  const patches: unknown[] = [];
  const client = {
    get: () => Promise.resolve({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'boxes-kcp-runtime' }, data }),
    mergePatch: (_ref: object, patch: object) => Promise.resolve(patches.push(patch)),
  };
  return { kept: KeptState.of('boxes', 'boxes', { resource: () => client } as unknown as KubeApi), patches };
}

describe('what outlives the process', () => {
  it('is read as it was written', async () => {
    const { kept } = keptIn({ 'publication.json': JSON.stringify(place), 'draining.json': JSON.stringify([place]) });
    expect(await kept.load(never)).toEqual({ config: undefined, publication: place, draining: [place] });
  });

  it.each(['{', 'null', '[]', '{}', JSON.stringify({ ...place, kubeconfigSecret: undefined }), JSON.stringify([{ ...place, cluster: 7 }])])('counts as not kept where it is %s', async (text) => {
    const { kept } = keptIn({ 'config.json': text, 'publication.json': text, 'draining.json': text });
    expect(await kept.load(never)).toEqual({ config: undefined, publication: undefined, draining: undefined });
  });

  it('is not written again where nothing differs', async () => {
    const { kept, patches } = keptIn({ 'publication.json': JSON.stringify(place) });
    await kept.load(never);
    await kept.keep({ publication: place, draining: undefined }, never);
    expect(patches).toEqual([]);
  });

  it('is known to all parts of the process, and written by each through its own way to the platform', async () => {
    const { kept, patches } = keptIn({});
    const refusing = { resource: () => ({ mergePatch: () => Promise.reject(new Error('the lease is over')) }) } as unknown as KubeApi;
    const guarded = kept.through(refusing);
    await kept.load(never);
    await kept.keep({ config: { generation: 1, spec: {} } }, never);
    expect(guarded.known.config).toEqual({ generation: 1, spec: {} });
    await expect(guarded.keep({ publication: place }, never)).rejects.toThrow('the lease is over');
    expect([patches.length, kept.known.publication]).toEqual([1, undefined]);
  });

  it('is taken away where it is to be forgotten', async () => {
    const { kept, patches } = keptIn({ 'draining.json': JSON.stringify([place]) });
    await kept.load(never);
    await kept.keep({ draining: undefined }, never);
    expect(patches).toEqual([{ data: { 'draining.json': null } }]);
  });
});
