import { createHash } from 'node:crypto';
import type { KubeObject } from '@kcp-runtime/kube';
import type { OrderOwner } from './order-owner.js';

/** Label on everything that a provider made on a tenant's side. Its value is {@link madeBy} of the API group. */
export const MADE_BY_LABEL = 'kcp-runtime.open-control-plane.io/made-by';
/** Label with the identity of the order that an object was made for. */
export const ORDER_LABEL = 'kcp-runtime.open-control-plane.io/order';
/** Annotation that names that order for people and for the queue: `<plural>.<group>/<namespace>/<name>`. */
export const ORDER_ANNOTATION = 'kcp-runtime.open-control-plane.io/order';
/** Annotation with the names (never the values) of the fields that the last apply set. */
export const APPLIED_ANNOTATION = 'kcp-runtime.open-control-plane.io/applied';
/** Annotation on an object that outlives its order. */
export const KEEP_ANNOTATION = 'kcp-runtime.open-control-plane.io/keep';

/** Label with the name of the set that an object belongs to. Members that leave the set are found by it. */
export const SET_LABEL = 'kcp-runtime.open-control-plane.io/set';
/** Annotation with the place of an object in its set: the last is removed first. */
export const POSITION_ANNOTATION = 'kcp-runtime.open-control-plane.io/set-position';

const MAX_LABEL_VALUE = 63;

/** The API group as a label value; a hash of it where it is too long for one. */
export function madeBy(group: string): string {
  return group.length <= MAX_LABEL_VALUE ? group : createHash('sha256').update(group).digest('hex').slice(0, 32);
}

/** Selects on a wildcard what the provider of these API groups made, for all its tenants. */
export function madeBySelector(groups: readonly string[]): string {
  return `${MADE_BY_LABEL} in (${groups.map(madeBy).join(',')})`;
}

/** Whether this very order made the object. */
export function isMadeFor(object: KubeObject, owner: OrderOwner): boolean {
  const labels = object.metadata.labels;
  return labels?.[MADE_BY_LABEL] === madeBy(owner.group) && labels[ORDER_LABEL] === owner.identity;
}

/** Selects what this very order made, in its own workspace. */
export function madeByOrder({ group, identity }: OrderOwner): string {
  return `${MADE_BY_LABEL}=${madeBy(group)},${ORDER_LABEL}=${identity}`;
}

/**
 * Whether the object itself was applied. Kubernetes' own controllers copy labels, those of a Service to its Endpoints and
 * EndpointSlices: these are theirs, and go by themselves.
 */
export function isApplied({ metadata: { annotations, ownerReferences = [] } }: KubeObject): boolean {
  return annotations?.[APPLIED_ANNOTATION] !== undefined && !ownerReferences.some(({ controller }) => controller === true);
}

/** Whether the object is to outlive its order. */
export function isKept({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[KEEP_ANNOTATION] === 'true';
}

/** The place of an object in its set; somebody may have edited it. */
export function positionOf(annotations: Readonly<Record<string, string>> | undefined): number {
  const position = Number.parseInt(annotations?.[POSITION_ANNOTATION] ?? '', 10);
  return Number.isNaN(position) ? 0 : position;
}
