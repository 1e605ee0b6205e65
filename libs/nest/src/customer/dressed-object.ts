import type { KubeObject, OwnerReference } from '@kcp-runtime/kube';
import type { ApplyOptions } from '../offer/order.js';
import { keyTree } from './key-tree.js';
import {
  APPLIED_ANNOTATION, KEEP_ANNOTATION, MADE_BY_LABEL, ORDER_ANNOTATION, ORDER_CLUSTER_ANNOTATION, ORDER_LABEL, ORDER_UID_LABEL, POSITION_ANNOTATION, SET_LABEL, madeBy,
} from './marks.js';
import type { OrderOwner, OrderPlace } from './order-owner.js';

/** The place of an object in a set. */
export interface SetPlace {
  readonly set: string;
  readonly position: number;
}

/** For whom, where, and for how long an object is made. */
export interface Dress extends ApplyOptions {
  readonly owner: OrderOwner;
  readonly place: OrderPlace;
  /** None for a kind without namespaces. */
  readonly namespace: string | undefined;
  readonly member?: SetPlace;
}

/**
 * A handler's object as it goes over the wire: only what a handler may say, with the marks of its order. It gets the
 * order as its owner where Kubernetes allows one (same namespace), so that it goes even when the finalizer is cut by hand.
 */
export function dressed(object: KubeObject, { owner, place, namespace, member, afterOrder = 'remove' }: Dress): KubeObject {
  const { apiVersion, kind, metadata, status: _notOurs, ...content } = plain(object);
  const { key } = owner;
  const isOwned = afterOrder === 'remove' && place.kind === 'beside' && namespace === key.namespace;
  const annotations = {
    ...metadata.annotations,
    [ORDER_ANNOTATION]: `${owner.plural}.${owner.group}/${key.namespace}/${key.name}`,
    ...(place.kind === 'beside' ? {} : { [ORDER_CLUSTER_ANNOTATION]: key.cluster }),
    ...(afterOrder === 'keep' ? { [KEEP_ANNOTATION]: 'true' } : {}),
    ...(member === undefined ? {} : { [POSITION_ANNOTATION]: String(member.position) }),
  };
  const marks = { [MADE_BY_LABEL]: madeBy(owner.group), [ORDER_LABEL]: owner.identity, [ORDER_UID_LABEL]: owner.uid };
  const dress = {
    labels: { ...metadata.labels, ...marks, ...(member === undefined ? {} : { [SET_LABEL]: member.set }) },
    annotations,
    ...(isOwned ? { ownerReferences: [ownerReference(owner)] } : {}),
  };
  const applied = JSON.stringify(keyTree({ ...content, metadata: dress }));
  return {
    apiVersion,
    kind,
    ...content,
    metadata: { name: metadata.name, ...(namespace === undefined ? {} : { namespace }), ...dress, annotations: { ...annotations, [APPLIED_ANNOTATION]: applied } },
  };
}

/** Drops what JSON can't carry, and gives a Secret's `stringData` the form in which the server shows it. */
function plain(object: KubeObject): KubeObject {
  const { stringData, ...wire } = JSON.parse(JSON.stringify(object)) as KubeObject & { stringData?: Record<string, string> };
  if (stringData === undefined || wire.kind !== 'Secret') return wire;
  const encoded = Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value, 'utf8').toString('base64')]);
  return { ...wire, data: { ...(wire.data as object | undefined), ...Object.fromEntries(encoded) } };
}

function ownerReference({ apiVersion, kind, key, uid }: OrderOwner): OwnerReference {
  return { apiVersion, kind, name: key.name, uid };
}
