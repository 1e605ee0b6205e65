/** The few writes that every controller makes. */
import { dig } from '../../admin/raw-client.js';
import type { RawAnswer, RawBody, RawClient } from '../../admin/raw-client.js';
import { expectStatus } from '../../admin/unexpected-answer.js';

/** Whose and which. */
export interface Ref {
  readonly namespace: string;
  readonly name: string;
}

/** Namespace and name of an object; of a cluster-scoped one the namespace is empty. */
export function refOf(object: RawBody): Ref {
  return { namespace: String(dig(object, 'metadata', 'namespace') ?? ''), name: String(dig(object, 'metadata', 'name')) };
}

/** Path of one object, or of all in its namespace where the name is empty. */
export function pathIn(root: string, plural: string, { namespace, name }: Ref): string {
  const collection = namespace === '' ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;
  return name === '' ? collection : `${collection}/${name}`;
}

export function isDeleting(object: RawBody): boolean {
  return dig(object, 'metadata', 'deletionTimestamp') !== undefined;
}

export function finalizersOf(object: RawBody): readonly string[] {
  return (dig(object, 'metadata', 'finalizers') ?? []) as string[];
}

/** Adds the finalizer unless it is there. A write that comes too late is refused, and the next look does it. */
export async function addFinalizer(client: RawClient, path: string, object: RawBody, finalizer: string): Promise<void> {
  const finalizers = finalizersOf(object);
  if (!finalizers.includes(finalizer)) await setFinalizers(client, path, object, [...finalizers, finalizer]);
}

/** Removes the finalizer if it is there; an object that is gone is as good. */
export async function dropFinalizer(client: RawClient, path: string, object: RawBody, finalizer: string): Promise<void> {
  const finalizers = finalizersOf(object);
  if (finalizers.includes(finalizer)) await setFinalizers(client, path, object, finalizers.filter((each) => each !== finalizer), 404);
}

async function setFinalizers(client: RawClient, path: string, object: RawBody, finalizers: readonly string[], ...alsoFine: readonly number[]): Promise<void> {
  const patch = { metadata: { finalizers, resourceVersion: dig(object, 'metadata', 'resourceVersion') } };
  expectStatus(await client.merge(path, patch), 'PATCH', path, 200, ...alsoFine);
}

/** Merges into the status; an object that is gone needs none. */
export async function mergeStatus(client: RawClient, path: string, status: RawBody): Promise<void> {
  expectStatus(await client.merge(`${path}/status`, { status }), 'PATCH', `${path}/status`, 200, 404);
}

/** Creates the object, or merges it into the one of that name; what cannot be merged (a binding to another role) is made anew. */
export async function put(client: RawClient, collection: string, object: RawBody): Promise<RawBody> {
  const created = await client.post(collection, object);
  if (created.status !== 409) return expectStatus(created, 'POST', collection, 201).body;
  const path = `${collection}/${refOf(object).name}`;
  const merged = await client.merge(path, object);
  if (merged.status !== 422) return expectStatus(merged, 'PATCH', path, 200).body;
  await remove(client, path);
  return expectStatus(await client.post(collection, object), 'POST', collection, 201).body;
}

/** Deletes the object; one that is gone is as good. */
export async function remove(client: RawClient, path: string): Promise<RawAnswer> {
  return expectStatus(await client.delete(path), 'DELETE', path, 200, 202, 404);
}

/** The object, or `undefined` when there is none. */
export async function read(client: RawClient, path: string): Promise<RawBody | undefined> {
  const answer = await client.get(path);
  return answer.status === 404 ? undefined : expectStatus(answer, 'GET', path, 200).body;
}

/** One condition as the platform writes it. */
export function condition(type: string, status: 'True' | 'False', reason: string, message: string, generation: unknown): RawBody {
  return { type, status, reason, message, observedGeneration: generation, lastTransitionTime: new Date().toISOString().replace(/\.\d+Z$/, 'Z') };
}
