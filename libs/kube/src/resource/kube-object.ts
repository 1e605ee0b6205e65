/** Who owns an object: the collector of garbage deletes it with its owner. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** What every object carries. Dates stay the strings that the server sent. */
export interface ObjectMeta {
  name: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  /** Opaque, and of one URL only: compared for equality, never for order. */
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: unknown[];
}

/** An object as the wire has it: nothing is dropped, renamed or turned into a class. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** A kind, with all that is needed to build its URL without asking the server's discovery. */
export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
}

/** One object of a kind. The namespace belongs to namespaced kinds and only to them. */
export interface ObjectRef {
  readonly namespace?: string;
  readonly name: string;
}

/** `group/version` as an object's `apiVersion` has it. */
export function apiVersionOf(type: ResourceType): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`;
}

/** An object with its kind and apiVersion, which items of a list of built-in kinds and some answers lack. */
export function withKind<T extends KubeObject>(object: T, type: ResourceType): T {
  object.kind ??= type.kind;
  object.apiVersion ??= apiVersionOf(type);
  return object;
}
