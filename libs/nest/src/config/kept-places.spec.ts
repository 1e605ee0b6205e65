import { describe, expect, it } from '@jest/globals';
import { placesFor } from './kept-places.js';
import type { KeptPublication } from './kept-state.js';

const place = (providerWorkspace: string, exportName = 'boxes.io'): KeptPublication => ({
  providerWorkspace,
  exportName,
  cluster: `cluster-of-${providerWorkspace}`,
  kubeconfigSecret: { namespace: 'boxes', name: 'kcp', key: 'kubeconfig' },
  hosts: [],
  deletionPolicy: 'Retain',
  schemas: {},
});
const [east, west] = [place('root:east'), place('root:west')];

describe('the places that are kept', () => {
  it('stay as they are while the same one is named', () => {
    expect(placesFor({ publication: east, draining: [west] }, east)).toEqual({ publication: east, draining: [west] });
  });

  it('are drained when none is named any more', () => {
    expect(placesFor({ publication: east }, undefined)).toEqual({ publication: undefined, draining: [east] });
  });

  it('are drained when another one is named, with what is drained already', () => {
    expect(placesFor({ publication: east, draining: [west] }, place('root:north'))).toEqual({ publication: undefined, draining: [east, west] });
  });

  it('are drained when the export gets another name', () => {
    expect(placesFor({ publication: east }, place('root:east', 'crates.io')).draining).toEqual([east]);
  });

  it('are served again when they are named again, and known to be the same as before', () => {
    expect(placesFor({ publication: west, draining: [east] }, east)).toEqual({ publication: east, draining: [west] });
  });

  it('are kept once', () => {
    expect(placesFor({ publication: east, draining: [east] }, undefined).draining).toEqual([east]);
  });

  it('are none where nothing was published', () => {
    expect(placesFor({}, undefined)).toEqual({ publication: undefined, draining: undefined });
  });
});
