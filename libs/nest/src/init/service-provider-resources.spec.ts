import { describe, expect, it } from '@jest/globals';
import { boxes, BoxConfig } from '../fixture/boxes.fixture.js';
import { defineProvider } from '../offer/define-provider.js';
import { resourcesPatch, serviceResources } from './service-provider-resources.js';

const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes] });
const box = { group: 'boxes.services.open-control-plane.io', version: 'v1alpha1', kind: 'Box' };
const providerWith = (status?: object) => ({ apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: 'boxes' }, status });

describe('the kinds that openMCP is told', () => {
  it('are those of the offers', () => {
    expect(serviceResources(provider)).toEqual([box]);
  });

  it('are none of a provider that is ordered through kcp only', () => {
    expect(serviceResources({ ...provider, modes: ['kcp'] })).toEqual([]);
  });

  it('leave the phase to openMCP', () => {
    const patch = resourcesPatch(providerWith({ phase: 'Ready', observedGeneration: 3 }), [box]);
    expect(patch).toEqual({ resources: [box] });
  });

  it('go with what the schema requires where openMCP has written no status yet', () => {
    expect(resourcesPatch(providerWith(), [box])).toEqual({ phase: 'Progressing', observedGeneration: 0, resources: [box] });
  });

  it('are not written again where they are told', () => {
    expect(resourcesPatch(providerWith({ phase: 'Ready', observedGeneration: 3, resources: [{ ...box }] }), [box])).toBeUndefined();
  });

  it('replace those of a former version', () => {
    const former = providerWith({ phase: 'Ready', observedGeneration: 3, resources: [{ ...box, version: 'v1' }] });
    expect(resourcesPatch(former, [box])?.resources).toEqual([box]);
  });
});
