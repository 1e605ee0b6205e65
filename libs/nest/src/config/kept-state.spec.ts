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
  return { kept: new KeptState({ resource: () => client } as unknown as KubeApi, 'boxes', 'boxes'), patches };
}

describe('what outlives the process', () => {
  it('is read as it was written', async () => {
    const { kept } = keptIn({ 'publication.json': JSON.stringify(place), 'draining.json': JSON.stringify([place]) });
    expect(await kept.load(never)).toEqual({ config: undefined, publication: place, draining: [place] });
  });

  it.each(['{', 'null', '[]', '{}', JSON.stringify({ ...place, kubeconfigSecret: undefined }), JSON.stringify([{ ...place, cluster: 7 }])])('counts as not kept where it is %s', async (text) => {
    const { kept } = keptIn({ 'publication.json': text, 'draining.json': text });
    expect(await kept.load(never)).toEqual({ config: undefined, publication: undefined, draining: undefined });
  });

  it('is not written again where nothing differs', async () => {
    const { kept, patches } = keptIn({ 'publication.json': JSON.stringify(place) });
    await kept.load(never);
    await kept.keep({ publication: place, draining: undefined }, never);
    expect(patches).toEqual([]);
  });

  it('is taken away where it is to be forgotten', async () => {
    const { kept, patches } = keptIn({ 'draining.json': JSON.stringify([place]) });
    await kept.load(never);
    await kept.keep({ draining: undefined }, never);
    expect(patches).toEqual([{ data: { 'draining.json': null } }]);
  });
});
