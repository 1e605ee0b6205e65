import { describe, expect, it } from '@jest/globals';
import { orderKey } from '@kcp-runtime/kube';
import { tenantOfOnboardingKey } from './onboarding-source.js';

describe('the tenant of an order on the onboarding cluster', () => {
  const tenantOf = (offer: string, namespace: string, name: string): string => tenantOfOnboardingKey(orderKey({ offer, endpoint: 'onboarding', cluster: 'test', namespace, name }));

  it('is its ControlPlane, whatever was ordered for it', () => {
    expect(tenantOf('boxes.boxes.io', 'project-red', 'main')).toBe(tenantOf('crates.boxes.io', 'project-red', 'main'));
  });

  it('is another one for another ControlPlane of the same project', () => {
    expect(tenantOf('boxes.boxes.io', 'project-red', 'main')).not.toBe(tenantOf('boxes.boxes.io', 'project-red', 'other'));
  });
});
