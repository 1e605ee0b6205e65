import type { FrameCache, KubeObject, ObjectRef, ResourceType } from '@kcp-runtime/kube';

/** What the cache keeps of an object that a provider made on a tenant's side. */
export interface MadeFields {
  readonly uid: string;
  readonly resourceVersion: string;
  /** `kcp.io/cluster`: the tenant. */
  readonly cluster: string;
  /** Identity of the order that it was made for. */
  readonly order: string;
  /** The same order, as the queue knows it. Absent when somebody has broken the annotation. */
  readonly madeFor?: { readonly offer: string; readonly namespace: string; readonly name: string };
  readonly isKept: boolean;
}

/**
 * What a provider made on the tenants' side, as watched at one endpoint URL: one cache a claimed kind.
 * The source runs the reflectors; the customer clients read, and note their own writes at once.
 */
export declare class MadeObjects {
  constructor(kinds: readonly ResourceType[]);
  readonly kinds: readonly ResourceType[];
  /** For the reflector of that kind, which selects by `madeBySelector(group)`, keeps `madeFields` under `madeKey`. */
  cacheOf(type: ResourceType): FrameCache<MadeFields>;
}

/** Key of an object in its cache: `<cluster>/<namespace>/<name>`. */
export declare function madeKey(cluster: string, ref: ObjectRef): string;
export declare function madeFields(object: KubeObject): MadeFields;
