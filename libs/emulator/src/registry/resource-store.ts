/**
 * The generic write path of every resource: what the request handlers call, after authorization.
 * It knows metadata, generations, finalizers, schemas and views; what is special about a kind stands
 * in that kind's `Admission`. It never looks at URLs or headers and never waits: each call is atomic.
 */
import { alreadyExists, ApiError, badRequest, conflict, forbidden, invalid, notFound, staleVersion, type Cause } from '../server/api-error.js';
import type { Collection } from '../storage/collection.js';
import { copyJson } from '../storage/copy-json.js';
import type { KubeObject, ObjectMeta } from '../storage/kube-object.js';
import { sameJson } from '../storage/same-json.js';
import type { Shard } from '../storage/shard.js';
import type { Writing } from './admission.js';
import { incomingObject } from './incoming.js';
import { CLUSTER_ANNOTATION, newObject, randomSuffix, timestamp, withMetadata } from './new-object.js';
import { metadataFaults } from './object-meta.js';
import { versionOf, type ResourceType } from './resource-type.js';
import type { DeletePreconditions, Propagation, WriteRequest } from './write-request.js';

/** What a deletion did: the object is gone, or waits for its finalizers. */
export type Deletion = { readonly kind: 'gone'; readonly last: KubeObject } | { readonly kind: 'waiting'; readonly object: KubeObject };

/** Which part of an object an update may change. */
export type Part = 'main' | 'status';

export class ResourceStore {
  constructor(
    private readonly shard: Shard,
    /** The Namespace object, to refuse content in missing and dying ones. */
    private readonly namespaceOf: (cluster: string, name: string) => KubeObject | undefined,
  ) {}

  collection(type: ResourceType): Collection {
    return this.shard.collection(type.collectionKey);
  }

  /** @throws ApiError 404 when it is not there, or not in the view */
  get(request: Pick<WriteRequest, 'cluster' | 'served' | 'namespace' | 'view'>, name: string): KubeObject {
    const { type } = request.served;
    const object = this.collection(type).get(request.cluster, request.namespace, name);
    if (object === undefined || request.view?.shows(object) === false) throw notFound(type, name);
    return object;
  }

  create(request: WriteRequest, body: unknown): KubeObject {
    const { type, version } = request.served;
    const writing = writingOf(request);
    const sent = incomingObject(request, body);
    this.checkNamespace(request, sent.metadata.name);
    const named = nameOf(sent);
    let object = version.toStorage(initial(request.cluster, sent, named, writing.now));
    request.view?.prepare(object);
    if (version.hasStatus && request.served.type.origin === 'custom') delete object.status;
    this.applySchema(request, object);
    type.admission.prepareCreate?.(object, writing);
    if (type.admission.generation !== 'none') object.metadata.generation = 1;
    object = withMetadata(object, {});
    const collection = this.collection(type);
    if (collection.get(request.cluster, request.namespace, named) !== undefined) throw alreadyExists(type, named);
    type.admission.admit?.(object, undefined, writing);
    this.check(request, object, undefined, writing);
    return request.dryRun ? object : collection.put(request.cluster, object);
  }

  /** Replaces an object or its status by what `change` makes of the shown one (it must not alter its argument). */
  update(request: WriteRequest, name: string, part: Part, change: (shown: KubeObject) => unknown): KubeObject {
    const { type, version } = request.served;
    const old = this.get(request, name);
    const shown = version.fromStorage(old);
    const sent = incomingObject(request, copyJson(change(shown)));
    checkIdentity(type, old, sent);
    const writing = writingOf(request);
    if (part === 'status') type.admission.admitStatus?.(sent, writing);
    const next = merged(old, version.toStorage(sent), part, version.hasStatus);
    request.view?.prepare(next);
    this.applySchema(request, next);
    type.admission.prepareUpdate?.(next, old, writing);
    type.admission.admit?.(next, old, writing);
    this.check(request, next, old, writing);
    return this.commit(request, old, next);
  }

  delete(request: WriteRequest, name: string, preconditions: DeletePreconditions, propagation: Propagation): Deletion {
    const { type } = request.served;
    const old = this.get(request, name);
    if (preconditions.uid !== undefined && preconditions.uid !== old.metadata.uid) {
      throw conflict(type, name, `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${old.metadata.uid ?? ''}`);
    }
    if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== old.metadata.resourceVersion) {
      throw conflict(type, name, `Precondition failed: ResourceVersion in precondition: ${preconditions.resourceVersion}, ResourceVersion in object meta: ${old.metadata.resourceVersion ?? ''}`);
    }
    const writing = writingOf(request);
    type.admission.admitDelete?.(old, writing);
    return this.remove(request, withPropagation(old, propagation), writing);
  }

  private remove(request: WriteRequest, old: KubeObject, writing: Writing): Deletion {
    const { type } = request.served;
    const collection = this.collection(type);
    if (!isHeld(type, old)) {
      return { kind: 'gone', last: request.dryRun ? old : collection.remove(request.cluster, old) };
    }
    if (old.metadata.deletionTimestamp !== undefined) return { kind: 'waiting', object: old };
    const dying = withMetadata(old, {
      deletionTimestamp: writing.now,
      deletionGracePeriodSeconds: 0,
      ...(old.metadata.generation === undefined ? {} : { generation: old.metadata.generation + 1 }),
    });
    type.admission.markDeleting?.(dying);
    return { kind: 'waiting', object: request.dryRun ? dying : collection.put(request.cluster, dying) };
  }

  private commit(request: WriteRequest, old: KubeObject, next: KubeObject): KubeObject {
    const { type } = request.served;
    const collection = this.collection(type);
    const last = next.metadata.deletionTimestamp !== undefined && !isHeld(type, next);
    if (last) return request.dryRun ? next : collection.remove(request.cluster, next);
    if (sameJson(old, next)) return old;
    if (type.admission.generation !== 'none' && specChanged(old, next, type)) next.metadata.generation = (old.metadata.generation ?? 0) + 1;
    return request.dryRun ? next : collection.put(request.cluster, next);
  }

  private checkNamespace(request: WriteRequest, name: string): void {
    const { type } = request.served;
    if (type.scope === 'Cluster') return;
    if (request.namespace === undefined) throw badRequest('an empty namespace may not be set during creation');
    const namespace = this.namespaceOf(request.cluster, request.namespace);
    if (namespace === undefined) throw notFound({ group: '', plural: 'namespaces' }, request.namespace);
    if (namespace.metadata.deletionTimestamp === undefined) return;
    throw forbidden(type, name, `unable to create new content in namespace ${request.namespace} because it is being terminated`, [
      { reason: 'NamespaceTerminating', message: `namespace ${request.namespace} is being terminated`, field: 'metadata.namespace' },
    ]);
  }

  /** Prunes and defaults by the schema of the stored version. */
  private applySchema(request: WriteRequest, object: KubeObject): void {
    const { type, version } = request.served;
    if (version.schema === undefined) return;
    const unknown = version.schema.prune(object);
    version.schema.fillDefaults(object);
    if (unknown.length === 0 || request.unknownFields === 'ignore') return;
    const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
    if (request.unknownFields === 'strict') {
      throw new ApiError(400, 'BadRequest', `${type.kind} in version ${JSON.stringify(version.name)} cannot be handled as a ${type.kind}: strict decoding error: ${texts.join(', ')}`);
    }
    request.warnings.push(...texts);
  }

  private check(request: WriteRequest, object: KubeObject, old: KubeObject | undefined, writing: Writing): void {
    const { type, version } = request.served;
    const faults: Cause[] = [
      ...metadataFaults(type, object, old),
      ...(version.schema?.validate(object, old) ?? []),
      ...(type.admission.validate?.(object, old, writing) ?? []),
    ];
    if (faults.length > 0) throw invalid(type.group, type.kind, object.metadata.name, faults);
  }
}

/** The version in which objects of a type are read by controllers. */
export function preferredVersion(type: ResourceType, name?: string): WriteRequest['served'] | undefined {
  const version = name === undefined ? type.versions[0] : versionOf(type, name);
  return version === undefined ? undefined : { type, version };
}

function writingOf(request: WriteRequest): Writing {
  return { cluster: request.cluster, user: request.user, now: timestamp() };
}

function nameOf(object: KubeObject): string {
  const { name, generateName } = object.metadata;
  return name === '' && generateName !== undefined ? `${generateName}${randomSuffix(5)}` : name;
}

/** What the server itself writes into `metadata`; a client's values are ignored. */
const SERVER_FIELDS = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'] as const;

function initial(cluster: string, sent: KubeObject, name: string, now: string): KubeObject {
  const metadata: ObjectMeta = { ...sent.metadata, name };
  for (const field of SERVER_FIELDS) delete metadata[field];
  return newObject(cluster, { ...sent, metadata }, now);
}

function checkIdentity(type: ResourceType, old: KubeObject, sent: KubeObject): void {
  const { name } = old.metadata;
  if (sent.metadata.name !== name) throw badRequest(`the name of the object (${sent.metadata.name}) does not match the name on the URL (${name})`);
  const { uid, resourceVersion } = sent.metadata;
  if (uid !== undefined && uid !== old.metadata.uid) {
    throw conflict(type, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`);
  }
  if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) throw staleVersion(type, name);
}

/** What is written: each of the two endpoints of an object changes only its own part. */
function merged(old: KubeObject, sent: KubeObject, part: Part, hasStatus: boolean): KubeObject {
  if (part === 'status') {
    const next = copyJson(old);
    delete next.status;
    if (sent.status !== undefined) next.status = sent.status;
    return next;
  }
  const metadata: ObjectMeta = { ...sent.metadata };
  for (const field of SERVER_FIELDS) delete metadata[field];
  Object.assign(metadata, Object.fromEntries(SERVER_FIELDS.flatMap((field) => (old.metadata[field] === undefined ? [] : [[field, old.metadata[field]]]))));
  metadata.annotations = { ...metadata.annotations, [CLUSTER_ANNOTATION]: old.metadata.annotations?.[CLUSTER_ANNOTATION] ?? '' };
  const next: KubeObject = { ...sent, metadata };
  if (!hasStatus) return next;
  delete next.status;
  if (old.status !== undefined) next.status = copyJson(old.status);
  return next;
}

function isHeld(type: ResourceType, object: KubeObject): boolean {
  return (object.metadata.finalizers ?? []).length > 0 || type.admission.isHeld?.(object) === true;
}

function withPropagation(object: KubeObject, propagation: Propagation): KubeObject {
  const finalizer = propagation === 'Foreground' ? 'foregroundDeletion' : propagation === 'Orphan' ? 'orphan' : undefined;
  const finalizers = object.metadata.finalizers ?? [];
  if (finalizer === undefined || finalizers.includes(finalizer) || object.metadata.deletionTimestamp !== undefined) return object;
  return withMetadata(object, { finalizers: [...finalizers, finalizer] });
}

/** True when something outside of metadata and status differs. */
function specChanged(old: KubeObject, next: KubeObject, type: ResourceType): boolean {
  const hasStatus = type.versions.some((version) => version.hasStatus);
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
    if (key === 'metadata' || (key === 'status' && hasStatus)) continue;
    if (!sameJson(old[key], next[key])) return true;
  }
  return false;
}
