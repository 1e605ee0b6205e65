/** Any JSON object whose shape the server does not know. */
export interface JsonObject {
  [field: string]: unknown;
}

/** One entry of `metadata.ownerReferences`. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The part of `metadata` that the server itself reads or writes. */
export interface ObjectMeta extends JsonObject {
  name: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: JsonObject[];
}

/** An object as the store holds it. Never changed in place: a write makes a new one. */
export interface KubeObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** True for `{}`-like JSON values; arrays and null are not objects here. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or an empty one: for reading optional parts of foreign JSON. */
export function objectAt(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value as an array of objects; everything else in it is left out. */
export function objectsAt(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The value as a string, or undefined. */
export function textAt(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings of an array; everything else in it is left out. */
export function textsAt(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
