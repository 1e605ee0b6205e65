import { createHash } from 'node:crypto';
import type { KubeObject } from '@kcp-runtime/kube';
import type { OrderOwner, OrderPlace } from './order-owner.js';

/** Label on everything that a provider made on a tenant's side. Its value is {@link madeBy} of the API group. */
export const MADE_BY_LABEL = 'kcp-runtime.open-control-plane.io/made-by';
/** Label with the identity of the order that an object was made for. */
export const ORDER_LABEL = 'kcp-runtime.open-control-plane.io/order';
/** Label with the uid of that order: the identity is made of names, and a name may be given twice. */
export const ORDER_UID_LABEL = 'kcp-runtime.open-control-plane.io/order-uid';
/** Annotation with the logical cluster of that order, or what the onboarding cluster is called, on what stands in another cluster. */
export const ORDER_CLUSTER_ANNOTATION = 'kcp-runtime.open-control-plane.io/order-cluster';
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

/** Whose an object is: this very order's, that of a former order of the same name, or somebody else's. */
export type Maker = 'order' | 'former' | 'other';

/** Says who made the object. */
export function makerOf({ metadata: { labels = {} } }: KubeObject, { group, identity, uid }: OrderOwner): Maker {
  if (labels[MADE_BY_LABEL] !== madeBy(group) || labels[ORDER_LABEL] !== identity) return 'other';
  return labels[ORDER_UID_LABEL] === uid ? 'order' : 'former';
}

/**
 * Whether the order may take over what a former one of the same name has made. On the tenant's own side it may where a handler has kept it
 * for that, and the runtime what it made itself. On a cluster that tenants share never: the name may be another tenant's by now.
 */
export function isInherited(object: KubeObject, place: OrderPlace): boolean {
  const isOfRuntime = object.metadata.labels?.[SET_LABEL]?.includes('.') === true;
  return place.kind !== 'shared' && (isKept(object) || isOfRuntime);
}

/** Selects what this very order made. */
export function madeByOrder({ group, identity, uid }: OrderOwner): string {
  return `${MADE_BY_LABEL}=${madeBy(group)},${ORDER_LABEL}=${identity},${ORDER_UID_LABEL}=${uid}`;
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
