import type { KeptFields, KubeObject, ResourceType } from '@kcp-runtime/kube';
import type { NeededClaim, PermissionClaim } from '../publish/permission-claims.js';
import type { Because } from '../status/reasons.js';
import { bindingFault } from './binding-fault.js';
import { logicalClusterOf } from './logical-cluster.js';

/** Bindings as the virtual workspace of an export shows them: only those of this export, read-only. */
export const API_BINDINGS: ResourceType = { group: 'apis.kcp.io', version: 'v1alpha2', plural: 'apibindings', kind: 'APIBinding', scope: 'Cluster' };

const PATH_ANNOTATION = 'kcp.io/path';

/** What the cache keeps of a binding. */
export interface BindingFields extends KeptFields {
  readonly cluster: string;
  /** For people: a path may mean another cluster tomorrow. */
  readonly path?: string;
  /** The claims that are in effect: asked by the export, accepted by the consumer, and applied by kcp. */
  readonly granted: readonly PermissionClaim[];
  readonly isBound: boolean;
  /** The consumer has deleted it, and it waits for what is left of his orders. */
  readonly isLeaving: boolean;
  readonly fault?: Because;
  /** Names of the schemas that kcp serves in this workspace. They follow the export within seconds. */
  readonly schemas: readonly string[];
}

interface BindingStatus {
  readonly phase?: string;
  readonly boundResources?: readonly { readonly schema?: { readonly name?: string } }[] | null;
  /** What the export asks now. */
  readonly exportPermissionClaims?: readonly StatusClaim[] | null;
  readonly appliedPermissionClaims?: readonly StatusClaim[] | null;
}

interface StatusClaim {
  readonly group?: string;
  readonly resource?: string;
  readonly verbs?: readonly string[];
}

/** Reads what is kept of a binding; `needed` are the claims of all offers. */
export function bindingFields(binding: KubeObject, needed: readonly NeededClaim[] = []): BindingFields {
  const { metadata, status } = binding;
  const { phase, boundResources, appliedPermissionClaims, exportPermissionClaims } = (status ?? {}) as BindingStatus; // the wire
  const asked = exportPermissionClaims?.map(claimOf);
  const granted = (appliedPermissionClaims ?? []).map(claimOf).map((claim) => (asked === undefined ? claim : inEffect(claim, asked)));
  return {
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    generation: metadata.generation,
    cluster: logicalClusterOf(binding) ?? '',
    path: metadata.annotations?.[PATH_ANNOTATION],
    granted,
    isBound: phase === 'Bound',
    isLeaving: metadata.deletionTimestamp !== undefined,
    fault: bindingFault(status, phase === 'Bound' ? missingClaims(granted, needed) : []),
    schemas: (boundResources ?? []).flatMap(({ schema }) => schema?.name ?? []),
  };
}

function claimOf({ group = '', resource = '', verbs = [] }: StatusClaim): PermissionClaim {
  return { group, resource, verbs };
}

/** kcp compares verbs as words: a star on one side covers none of those that the other lists one by one, though the claim is applied. */
function inEffect(applied: PermissionClaim, asked: readonly PermissionClaim[]): PermissionClaim {
  const words = asked.filter(({ group, resource }) => group === applied.group && resource === applied.resource).flatMap(({ verbs }) => verbs);
  return { ...applied, verbs: applied.verbs.filter((verb) => words.includes(verb)) };
}

/** The verbs of a claim that none of these grants has. */
export function missingVerbs(granted: readonly PermissionClaim[], { group, resource, verbs }: PermissionClaim): readonly string[] {
  const has = granted.filter((claim) => claim.group === group && claim.resource === resource).flatMap((claim) => claim.verbs);
  return has.includes('*') ? [] : verbs.filter((verb) => !has.includes(verb));
}

/** The claims without which an order of the offer can't be served, with the verbs that are not granted. */
export function missingClaims(granted: readonly PermissionClaim[], needed: readonly NeededClaim[]): PermissionClaim[] {
  return needed
    .filter(({ need }) => need === 'required')
    .map(({ group, resource, verbs }) => ({ group, resource, verbs: missingVerbs(granted, { group, resource, verbs }) }))
    .filter(({ verbs }) => verbs.length > 0);
}
