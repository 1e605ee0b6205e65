import type { Clock, KubeApi, ResourceType } from '@kcp-runtime/kube';
import { KubeError } from '@kcp-runtime/kube';
import type { Check } from './check.js';
import { foundObject } from './found-object.js';

/** Whose lease. */
export interface LeasePlace {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly name: string;
  readonly clock: Clock;
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly renewTime?: string;
}

const LEASES: ResourceType = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease', scope: 'Namespaced' };
const START = 'Start the provider, or look at the log of the one that should run';

/** Whether a process works in a mode now. Its clock is another one: an age of a few seconds says nothing. */
export async function checkLease({ api, namespace, name, clock }: LeasePlace, signal: AbortSignal): Promise<Check> {
  const about = `lease ${namespace}/${name}`;
  try {
    const lease = await foundObject(api, LEASES, { namespace, name }, signal);
    if (lease === undefined) return { verdict: 'wrong', about, message: `there is none: no provider has ever run with this namespace. ${START}` };
    return heldCheck(about, (lease['spec'] ?? {}) as LeaseSpec, clock.now()); // the wire
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return { verdict: 'wrong', about, message: error.message };
  }
}

function heldCheck(about: string, { holderIdentity = '', leaseDurationSeconds = 0, renewTime = '' }: LeaseSpec, now: number): Check {
  const ageMs = now - Date.parse(renewTime);
  const age = Number.isNaN(ageMs) ? 'never renewed' : `renewed ${Math.max(0, Math.round(ageMs / 1000))} s ago`;
  if (holderIdentity === '') return { verdict: 'wrong', about, message: `nobody holds it (${age}). ${START}` };
  if (Number.isNaN(ageMs) || ageMs > leaseDurationSeconds * 1000) return { verdict: 'wrong', about, message: `${holderIdentity} held it and has not kept it (${age}). ${START}` };
  return { verdict: 'ok', about, message: `${holderIdentity} holds it, ${age}` };
}
