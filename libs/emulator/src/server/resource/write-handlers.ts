import { copyJson } from '../../storage/json/copy-json.js';
import { isJsonObject, objectAt, textAt, type JsonObject } from '../../storage/kube-object.js';
import type { DeletePreconditions, Propagation } from '../../registry/write-request.js';
import type { Part } from '../../registry/resource-store.js';
import { badRequest, invalid, notServed, type Cause } from '../answer/api-error.js';
import { APPLY, handleApply } from './apply-handler.js';
import { sendObject } from '../answer/send-object.js';
import { isCustom, selectedObjects } from './list-handler.js';
import { patchFor } from './patch.js';
import { checkWriteOptions } from './write-options.js';
import { clusterOf, isTrue, writeRequest, type ResourceCall } from './resource-call.js';

/** Answers a read of one object or its status. */
export function handleGet(call: ResourceCall): void {
  sendObject(call, 200, call.surface.state.store.get({ cluster: clusterOf(call), served: call.served, namespace: call.namespace, view: call.view }, call.name ?? ''));
}

/** Answers a creation. */
export async function handleCreate(call: ResourceCall): Promise<void> {
  if (call.served.type.scope === 'Namespaced' && call.namespace === undefined) throw notServed();
  checkWriteOptions('CreateOptions', call.exchange.query);
  const body = await call.exchange.body();
  sendObject(call, 201, call.surface.state.store.create(writeRequest(call), body));
}

/** Answers a replacement of an object or of its status. */
export async function handleUpdate(call: ResourceCall): Promise<void> {
  checkWriteOptions('UpdateOptions', call.exchange.query);
  const body = await call.exchange.body();
  const { type } = call.served;
  const name = call.name ?? '';
  if (name === '') throw badRequest('name must be provided');
  if (!isJsonObject(body)) throw badRequest('the request body is not an object');
  const store = call.surface.state.store;
  const request = writeRequest(call);
  store.get(request, name);
  const version = textAt(objectAt(body.metadata).resourceVersion) ?? '';
  if (version === '' && type.origin === 'custom') {
    throw invalid(type.group, type.plural, name, [{ reason: 'FieldValueInvalid', message: 'Invalid value: 0: must be specified for an update', field: 'metadata.resourceVersion' }]);
  }
  sendObject(call, 200, store.update(request, name, partOf(call), () => body));
}

/** Answers a patch of an object or of its status. */
export async function handlePatch(call: ResourceCall): Promise<void> {
  checkWriteOptions('PatchOptions', call.exchange.query);
  const body = await call.exchange.body();
  if (call.exchange.contentType === APPLY) {
    handleApply(call, body);
    return;
  }
  if (isTrue(call.exchange.query.get('force'))) throw forceIsForApply();
  const patch = patchFor(call, body);
  const store = call.surface.state.store;
  const request = writeRequest(call);
  const patching = request.unknownFields === 'strict' ? { ...request, unknownFields: 'strictPatch' as const } : request;
  const object = store.update(patching, call.name ?? '', partOf(call), patch);
  sendObject(call, 200, object);
}

function forceIsForApply(): Error {
  return invalid('meta.k8s.io', 'PatchOptions', '', [{ reason: 'FieldValueForbidden', message: 'Forbidden: may not be specified for non-apply patch', field: 'force' }]);
}

function partOf(call: ResourceCall): Part {
  return call.subresource === 'status' ? 'status' : 'main';
}

/** Answers a deletion of one object. */
export async function handleDelete(call: ResourceCall): Promise<void> {
  const options = readOptions(await call.exchange.body());
  const { type } = call.served;
  const request = deleteRequest(call, options);
  const deletion = call.surface.state.store.delete(request, call.name ?? '', preconditionsOf(options), propagationOf(call, options));
  if (deletion.kind === 'waiting') {
    sendObject(call, 200, deletion.object);
    return;
  }
  const { name, uid } = deletion.last.metadata;
  const details = { name, ...(type.group === '' ? {} : { group: type.group }), kind: type.plural, uid };
  call.exchange.json(200, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details });
}

/** Answers a deletion of all selected objects of a namespace, or of a cluster-scoped resource. */
export async function handleDeleteCollection(call: ResourceCall): Promise<void> {
  const options = readOptions(await call.exchange.body());
  const { type, version } = call.served;
  if (type.scope === 'Namespaced' && call.namespace === undefined) throw notServed();
  const objects = selectedObjects(call);
  for (const object of objects) {
    call.surface.state.store.delete(deleteRequest(call, options), object.metadata.name, { uid: object.metadata.uid, resourceVersion: undefined }, propagationOf(call, options));
  }
  const items = objects.map((object) => version.encoder.encode(object)).join(',');
  const apiVersion = type.group === '' ? version.name : `${type.group}/${version.name}`;
  const metadata = { resourceVersion: String(call.surface.shard.versions.current), ...(isCustom(type) ? { continue: '' } : {}) };
  call.exchange.text(200, `{"kind":"${type.listKind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[${items}]}`);
}

function readOptions(body: unknown): JsonObject {
  if (body !== undefined && body !== null && !isJsonObject(body)) throw badRequest('the delete options are not an object');
  return copyJson(objectAt(body));
}

function deleteRequest(call: ResourceCall, options: JsonObject): ReturnType<typeof writeRequest> {
  const isDryRun = Array.isArray(options.dryRun) && options.dryRun.includes('All');
  const request = writeRequest(call);
  return isDryRun ? { ...request, dryRun: true } : request;
}

function preconditionsOf(options: JsonObject): DeletePreconditions {
  const preconditions = objectAt(options.preconditions);
  return { uid: textAt(preconditions.uid), resourceVersion: textAt(preconditions.resourceVersion) };
}

/** @throws ApiError 422 for a policy that there is not, or two that contradict each other */
function propagationOf(call: ResourceCall, options: JsonObject): Propagation {
  const asked = textAt(options.propagationPolicy) ?? call.exchange.query.get('propagationPolicy') ?? undefined;
  const orphans = options.orphanDependents;
  if (asked === undefined) return orphans === true ? 'Orphan' : 'Background';
  if (typeof orphans === 'boolean') throw wrongPolicy('FieldValueInvalid', `Invalid value: ${JSON.stringify(asked)}: orphanDependents and deletionPropagation cannot be both set`);
  if (asked === 'Foreground' || asked === 'Orphan' || asked === 'Background') return asked;
  throw wrongPolicy('FieldValueNotSupported', `Unsupported value: ${JSON.stringify(asked)}: supported values: "Foreground", "Background", "Orphan", "nil"`);
}

function wrongPolicy(reason: Cause['reason'], message: string): Error {
  return invalid('meta.k8s.io', 'DeleteOptions', '', [{ reason, message, field: 'propagationPolicy' }]);
}
