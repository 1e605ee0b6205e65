import { randomBytes, randomUUID } from 'node:crypto';
import type { JsonObject, KubeObject, ObjectMeta } from '../storage/kube-object.js';

/** The annotation that names an object's home; set by the server, whatever a client sends. */
export const CLUSTER_ANNOTATION = 'kcp.io/cluster';

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Random letters as in generated names. */
export function randomSuffix(length: number): string {
  return [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** What an object of a controller is made of. */
export interface NewObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Partial<ObjectMeta> & { readonly name: string };
  readonly [field: string]: unknown;
}

/** Fills in what the server gives every new object. */
export function newObject(cluster: string, object: NewObject | KubeObject, now: string): KubeObject {
  const { metadata } = object;
  return {
    ...object,
    metadata: {
      ...metadata,
      uid: randomUUID(),
      creationTimestamp: now,
      annotations: { ...metadata.annotations, [CLUSTER_ANNOTATION]: cluster },
    },
  };
}

/** The object with another status. */
export function withStatus(object: KubeObject, status: JsonObject): KubeObject {
  return { ...object, status };
}

/** The object with other metadata fields. */
export function withMetadata(object: KubeObject, metadata: Partial<ObjectMeta>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}
