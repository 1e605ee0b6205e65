import type { KubeObject, ResourceType } from '../resource/kube-object.js';

/** coordination.k8s.io/v1, as far as an election uses it. */
export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

/** Who holds it, since when, and how long others have to wait. */
export interface LeaseSpec {
  /** Absent or empty: nobody holds it. */
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
}

/** The kind of a Lease. */
export const LEASES: ResourceType = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease', scope: 'Namespaced' };

/** Kubernetes' MicroTime: it refuses a time with the three digits that JavaScript writes. */
export function microTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/Z$/, '000Z');
}
