/**
 * The generic write path of every resource: what the request handlers call, after authorization.
 * It knows metadata, generations, finalizers, schemas and views; what is special about a kind stands
 * in that kind's `Admission`. It never looks at URLs or headers and never waits: each call is atomic.
 */
import { applyFields } from '../ownership/apply.js';
import type { Clock } from '../control/clock.js';
import type { Owner } from '../ownership/managers.js';
import { ownable } from '../ownership/object-fields.js';
import { alreadyExists, ApiError, badRequest, conflict, forbidden, invalid, notFound, staleVersion, type Cause } from '../server/answer/api-error.js';
import type { Collection } from '../storage/collection.js';
import { copyJson } from '../storage/json/copy-json.js';
import { objectAt, textAt, type JsonObject, type KubeObject, type ObjectMeta } from '../storage/kube-object.js';
import { sameJson } from '../storage/json/same-json.js';
import type { Storage } from '../storage/storage.js';
import type { Writing } from './type/admission.js';
import { typedFaults } from '../ownership/typed-faults.js';
import { managedEntries, ownersAfterUpdate, ownersOf, ownersOfApplied, ownersOfNew, writerOf } from './field-ownership.js';
import { incomingObject, incomingWishes } from './incoming.js';
import { formerWishes, withNote } from './last-applied.js';
import { CLUSTER_ANNOTATION, newObject, randomSuffix, withMetadata } from './new-object.js';
import { isPathSegment, metadataFaults } from './object-meta.js';
import { builtinFaults, metadataWishFaults } from './typed/builtin-faults.js';
import { apiVersionOf, versionOf, type ResourceType } from './type/resource-type.js';
import type { DeletePreconditions, Propagation, WriteRequest } from './write-request.js';

/** What a deletion did: the object is gone, or waits for its finalizers. */
export type Deletion = { readonly kind: 'gone'; readonly last: KubeObject } | { readonly kind: 'waiting'; readonly object: KubeObject };

/** Which part of an object an update may change. */
export type Part = 'main' | 'status';

/** Labels that the server itself puts on objects. */
export interface ReservedLabels {
  /** The labels that an object has to carry where it stands. */
  demanded(cluster: string, type: ResourceType, object: KubeObject): Record<string, string>;
  isReserved(key: string): boolean;
}

export class ResourceStore {
  constructor(
    private readonly storage: Storage,
    /** The Namespace object, to refuse content in missing and dying ones. */
    private readonly namespaceOf: (cluster: string, name: string) => KubeObject | undefined,
    private readonly labels: ReservedLabels,
    private readonly clock: Clock,
  ) {}

  collection(type: ResourceType): Collection {
    return this.storage.collection(type.collectionKey);
  }

  /** @throws ApiError 404 when it is not there, or not in the view */
  get(request: Pick<WriteRequest, 'cluster' | 'served' | 'namespace' | 'view'>, name: string): KubeObject {
    const { type } = request.served;
    checkSegment(name);
    const object = this.collection(type).get(request.cluster, request.namespace, name);
    if (object === undefined || request.view?.shows(object) === false) throw notFound(type, name);
    return object;
  }

  create(request: WriteRequest, body: unknown): KubeObject {
    return this.createRead(request, incomingObject(request, body));
  }

  private createRead(request: WriteRequest, sent: KubeObject): KubeObject {
    return this.createOwned(request, sent, (writer, object) => ownersOfNew(writer, object, 'all', request.served.version.shape), 'Update');
  }

  /** Replaces an object or its status by what a client sent; where the kind has it so, what is not there is created. */
  replace(request: WriteRequest, name: string, part: Part, body: unknown): { kind: 'created' | 'updated'; object: KubeObject } {
    const { type } = request.served;
    const sent = incomingObject(request, body);
    checkName(name, sent);
    checkSegment(name);
    const old = this.collection(type).get(request.cluster, request.namespace, name);
    if ((old === undefined || request.view?.shows(old) === false) && part === 'main' && type.createdByUpdate) {
      if (sent.metadata.uid !== undefined) throw nobodysUid(type, name, sent.metadata.uid);
      wantedVersion(sent);
      return { kind: 'created', object: this.createRead(request, withMetadata(sent, { resourceVersion: undefined })) };
    }
    const there = this.get(request, name);
    checkUid(type, there, sent, request.readAs);
    if (wantedVersion(sent) === undefined && type.replacedByVersion) throw unversioned(type, name);
    return { kind: 'updated', object: this.changed(request, there, sent, part) };
  }

  /** Changes an object or its status to what `change` makes of the shown one (it must not alter its argument). */
  update(request: WriteRequest, name: string, part: Part, change: (shown: KubeObject) => unknown): KubeObject {
    const old = this.get(request, name);
    const sent = incomingObject(request, copyJson(change(request.served.version.fromStorage(old))));
    checkName(name, sent);
    return this.changed(request, old, sent, part);
  }

  private changed(request: WriteRequest, old: KubeObject, sent: KubeObject, part: Part): KubeObject {
    return this.updateOwned(request, old, sent, part, 'Update', (writer, next) => ownersAfterUpdate(writer, old, next, part, request.served.version.shape));
  }

  /** Server-side apply; creates the object when it is not there. */
  apply(request: WriteRequest, name: string, part: Part, wishes: JsonObject, mode: 'force' | 'refuse'): { kind: 'created' | 'updated'; object: KubeObject } {
    const { type, version } = request.served;
    const { shape } = version;
    checkSegment(name);
    if (part === 'status') this.get(request, name);
    const sent = incomingWishes(request, copyJson(wishes));
    if ((objectAt(wishes.metadata).managedFields ?? null) !== null) throw badRequest('metadata.managedFields must be nil');
    const faults = [...metadataWishFaults(wishes), ...(type.origin === 'builtin' ? builtinFaults(apiVersionOf(type.group, version.name), type.kind, wishes) : typedFaults(sent, shape))];
    if (faults.length > 0) throw notTyped(type, wishes, faults);
    const old = this.collection(type).get(request.cluster, request.namespace, name);
    if (old === undefined || request.view?.shows(old) === false) {
      return { kind: 'created', object: this.createByApply(request, name, sent) };
    }
    const applier = writerOf(request, 'Apply', part, this.clock.timestamp());
    if (sent.metadata.uid !== undefined && sent.metadata.uid !== old.metadata.uid) throw foreignUid(type, name, sent.metadata.uid);
    const stored = version.toStorage(sent);
    const takes = mode === 'force' ? mode : { only: formerWishes(version.fromStorage(old), applier.name, shape) };
    const { owners, object } = applyFields(ownable(old, part), ownable(stored, part), shape, ownersOf(old, applier, part, shape), applier, takes);
    const applied = withNote(object, wishes, applier.name);
    const { uid, resourceVersion, namespace } = sent.metadata;
    const metadata = { ...old.metadata, name: textAt(objectAt(wishes.metadata).name) ?? name, namespace: namespace ?? old.metadata.namespace, labels: undefined, annotations: undefined, finalizers: undefined, ownerReferences: undefined, ...objectAt(applied.metadata) };
    const body = { ...version.fromStorage(old), ...withoutOwnable(old, part), ...applied, apiVersion: sent.apiVersion, metadata: { ...metadata, uid: uid ?? metadata.uid, resourceVersion: resourceVersion ?? metadata.resourceVersion } };
    const next = incomingObject(request, copyJson(dropUndefined(body)));
    checkName(name, next);
    return { kind: 'updated', object: this.updateOwned(request, old, next, part, 'Apply', () => owners) };
  }

  /** What is applied belongs to its applier without what the schema fills in; through a virtual workspace kcp sees a plain creation. */
  private createByApply(request: WriteRequest, name: string, sent: KubeObject): KubeObject {
    const { shape } = request.served.version;
    const read = incomingObject(request, sent);
    if (read.metadata.uid !== undefined) throw nobodysUid(request.served.type, name, read.metadata.uid);
    checkName(name, read);
    if (request.createdByApplyAs === 'Update') return this.createOwned(request, read, (writer, object) => ownersOfNew(writer, object, 'main', shape), 'Update');
    const owners = ownersOfApplied(writerOf(request, 'Apply', 'main', this.clock.timestamp()), sent, shape);
    return this.createOwned(request, read, () => owners, 'Apply');
  }

  private createOwned(request: WriteRequest, sent: KubeObject, owners: (writer: Owner, object: KubeObject) => readonly Owner[], operation: Owner['operation']): KubeObject {
    const { type, version } = request.served;
    const writing = this.writing(request);
    this.checkNamespace(request, sent.metadata.name);
    if (type.admission.generation === 'none' && (sent.metadata.generation ?? 0) < 0) throw negativeGeneration(type, sent);
    const object = version.toStorage(initial(request.cluster, sent, nameOf(sent), writing.now));
    if (version.hasStatus && type.origin === 'custom') delete object.status;
    this.applySchema(request, object, operation);
    request.view?.prepare(object);
    type.admission.prepareCreate?.(object, writing);
    this.decorate(request, object, undefined);
    if (type.admission.generation !== 'none') object.metadata.generation = 1;
    this.check(request, object, undefined, writing);
    if (!request.dryRun && isVersion(sent.metadata.resourceVersion)) throw new ApiError(500, '', 'resourceVersion should not be set on objects to be created');
    const collection = this.collection(type);
    const { name } = object.metadata;
    if (collection.get(request.cluster, request.namespace, name) !== undefined) throw alreadyExists(type, name);
    type.admission.admit?.(object, undefined, writing);
    object.metadata.managedFields = managedEntries(owners(writerOf(request, operation, 'main', writing.now), object), undefined);
    return request.dryRun ? object : collection.put(request.cluster, object);
  }

  private updateOwned(request: WriteRequest, old: KubeObject, sent: KubeObject, part: Part, operation: Owner['operation'], owners: (writer: Owner, next: KubeObject) => readonly Owner[]): KubeObject {
    const { type, version } = request.served;
    checkUid(type, old, sent, request.readAs);
    const wanted = wantedVersion(sent);
    if (wanted !== undefined && wanted !== old.metadata.resourceVersion) throw staleVersion(type, old.metadata.name);
    if (part === 'main') checkDying(type, old, sent);
    const writing = this.writing(request);
    if (part === 'status') type.admission.admitStatus?.(sent, writing);
    const next = merged(old, version.toStorage(sent), part, version.hasStatus);
    this.applySchema(request, next, operation);
    if (part === 'main') {
      request.view?.prepare(next);
      type.admission.prepareUpdate?.(next, old, writing);
      this.decorate(request, next, old);
    }
    this.check(request, next, old, writing);
    if (part === 'main') type.admission.admit?.(next, old, writing);
    next.metadata.managedFields = old.metadata.managedFields;
    const isSame = sameJson(old, next);
    if (isSame && operation === 'Update') return old;
    next.metadata.managedFields = managedEntries(owners(writerOf(request, operation, part, writing.now), next), old);
    return isSame && sameJson(old, next) ? old : this.commit(request, old, next);
  }

  delete(request: WriteRequest, name: string, preconditions: DeletePreconditions, propagation: Propagation): Deletion {
    const { type } = request.served;
    const old = this.get(request, name);
    if (preconditions.uid !== undefined && preconditions.uid !== old.metadata.uid) {
      throw conflict({ group: type.group, plural: type.kind }, name, `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${old.metadata.uid ?? ''}). The object might have been deleted and then recreated`);
    }
    if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== old.metadata.resourceVersion) {
      throw conflict({ group: type.group, plural: type.kind }, name, `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${old.metadata.resourceVersion ?? ''}). The object might have been modified`);
    }
    const writing = this.writing(request);
    type.admission.admitDelete?.(old, writing);
    return this.remove(request, withPropagation(old, propagation), writing);
  }

  private writing({ cluster, user }: WriteRequest): Writing {
    return { cluster, user, now: this.clock.timestamp() };
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
    if (last) {
      if (!request.dryRun) collection.remove(request.cluster, next);
      return next;
    }
    if (type.admission.generation !== 'none' && specChanged(old, next, type)) next.metadata.generation = (old.metadata.generation ?? 0) + 1;
    return request.dryRun ? next : collection.put(request.cluster, next);
  }

  /** Sets the labels that permission claims demand; a client may not set others of their kind. */
  private decorate(request: WriteRequest, object: KubeObject, old: KubeObject | undefined): void {
    const { type } = request.served;
    const demanded = this.labels.demanded(request.cluster, type, object);
    for (const [key, value] of Object.entries(object.metadata.labels ?? {})) {
      if (!this.labels.isReserved(key) || demanded[key] === value || old?.metadata.labels?.[key] === value) continue;
      if (request.view?.shows(object) === true) continue;
      throw forbidden(type, object.metadata.name, `label ${key} may not be set by a client`);
    }
    if (Object.keys(demanded).length > 0) object.metadata.labels = { ...object.metadata.labels, ...demanded };
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

  /** Drops nulls and fills in defaults by the schema of the version; what it does not know was left out when the object was read. */
  private applySchema({ served }: WriteRequest, object: KubeObject, operation: Owner['operation']): void {
    const { schema } = served.version;
    if (operation === 'Update') schema?.dropNulls(object);
    schema?.fillDefaults(object);
  }

  private check(request: WriteRequest, object: KubeObject, old: KubeObject | undefined, writing: Writing): void {
    const { type, version } = request.served;
    const faults: Cause[] = [
      ...kindFaults(type, object),
      ...metadataFaults(type, object, old),
      ...(version.schema?.validate(object, old) ?? []),
      ...(type.admission.validate?.(object, old, writing) ?? []),
    ];
    if (faults.length > 0) throw invalid(type.group, type.kind, object.metadata.name, [...faults, ...(version.schema?.unchecked(faults) ?? [])]);
  }
}

/** The version in which objects of a type are read by controllers. */
export function preferredVersion(type: ResourceType, name?: string): WriteRequest['served'] | undefined {
  const version = name === undefined ? type.versions[0] : versionOf(type, name);
  return version === undefined ? undefined : { type, version };
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

/** What an apply leaves alone: everything outside of the part that it is about. */
function withoutOwnable(old: KubeObject, part: Part): JsonObject {
  const owned = Object.keys(ownable(old, part)).filter((key) => key !== 'metadata');
  return Object.fromEntries(owned.map((key) => [key, undefined]));
}

function dropUndefined(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'metadata' ? dropUndefined(objectAt(value)) : value]));
}

function checkSegment(name: string): void {
  if (!isPathSegment(name)) throw badRequest(`invalid resource name ${JSON.stringify(name)}: [may not be '.', '..' or contain '/' or '%']`);
}

/** The version that a write is for; zero is any, and what is no version a fault of the server itself. */
function wantedVersion({ metadata: { resourceVersion } }: KubeObject): string | undefined {
  if (resourceVersion === undefined || resourceVersion === '0') return undefined;
  if (isVersion(resourceVersion)) return resourceVersion;
  throw new ApiError(500, '', `resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: invalid syntax`);
}

/** Whether a text is a version that an object may have. */
function isVersion(text = ''): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) > 0n && BigInt(text) < 2n ** 64n;
}

/** The object that a write insists on is not there at all. */
function nobodysUid(type: ResourceType, name: string, uid: string): ApiError {
  return conflict(type, name, `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`);
}

function checkName(name: string, sent: KubeObject): void {
  if (sent.metadata.name !== name) throw badRequest(`the name of the object (${sent.metadata.name}) does not match the name on the URL (${name})`);
}

/** A body insists on the object that it names; a patch would make it another. */
function checkUid(type: ResourceType, old: KubeObject, sent: KubeObject, readAs: WriteRequest['readAs']): void {
  const { uid } = sent.metadata;
  if (uid === undefined || uid === old.metadata.uid) return;
  if (readAs === 'patch') throw foreignUid(type, old.metadata.name, uid);
  throw conflict(type, old.metadata.name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`);
}

/** An apply cannot be read by the schema, which Kubernetes takes for a fault of its own. */
function notTyped(type: ResourceType, wishes: JsonObject, faults: readonly string[]): ApiError {
  const { namespace, name } = objectAt(wishes.metadata);
  const place = `${textAt(namespace) ?? ''}/${textAt(name) ?? ''}; ${textAt(wishes.apiVersion) ?? ''}, Kind=${type.kind}`;
  const [only = ''] = faults;
  return new ApiError(500, '', `failed to create typed patch object (${place}): ${faults.length === 1 ? only : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n')}`);
}

/** A custom kind is told by its objects alone. */
function kindFaults({ kind }: ResourceType, object: KubeObject): Cause[] {
  return object.kind === kind ? [] : [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.kind)}: must be ${kind}`, field: 'kind' }];
}

/** A kind that counts its generations begins at one, whatever a client says. */
function negativeGeneration({ group, kind }: ResourceType, { metadata }: KubeObject): ApiError {
  return invalid(group, kind, metadata.name, [{ reason: 'FieldValueInvalid', message: `Invalid value: ${metadata.generation ?? 0}: must be greater than or equal to 0`, field: 'metadata.generation' }]);
}

/** Only a deletion lets an object die, and only it says when. */
function checkDying({ group, kind }: ResourceType, { metadata: old }: KubeObject, { metadata }: KubeObject): void {
  const changed = (['deletionTimestamp', 'deletionGracePeriodSeconds'] as const).filter((field) => metadata[field] !== undefined && metadata[field] !== old[field] && !(field === 'deletionTimestamp' && old[field] !== undefined));
  if (changed.length > 0) throw invalid(group, kind, old.name, changed.map((field) => ({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(metadata[field])}: field is immutable`, field: `metadata.${field}` })));
}

function unversioned({ group, kind }: ResourceType, name: string): ApiError {
  return invalid(group, kind, name, [{ reason: 'FieldValueInvalid', message: 'Invalid value: 0: must be specified for an update', field: 'metadata.resourceVersion' }]);
}

function foreignUid(type: ResourceType, name: string, uid: string): ApiError {
  const fault = { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(uid)}: field is immutable`, field: 'metadata.uid' };
  // As with finalizers, the metadata of custom resources is checked twice.
  return invalid(type.group, type.kind, name, type.origin === 'custom' ? [fault, fault] : [fault]);
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
