import { isPathSegment } from '../../registry/object-meta.js';
import type { Part } from '../../registry/resource-store.js';
import type { WriteRequest } from '../../registry/write-request.js';
import { ApiError, badRequest } from '../answer/api-error.js';
import type { JsonText } from '../answer/json-text.js';
import { listHead } from '../answer/encoders.js';
import { sendObject } from '../answer/send-object.js';
import { APPLY, handleApply } from './apply-handler.js';
import { readDeleteOptions, type DeleteOptions } from './delete-options.js';
import { checkVersion, isCustom, selectedObjects } from './list-handler.js';
import { checkListOptions } from './list-options.js';
import { patchFor } from './patch.js';
import { clusterOf, writeRequest, type ResourceCall } from './resource-call.js';
import { checkPatchOptions, checkWriteOptions } from './write-options.js';

/** Answers a read of one object or its status. */
export function handleGet(call: ResourceCall): void {
  if (isPathSegment(call.name ?? '')) checkReadVersion(call);
  sendObject(call, 200, call.surface.state.store.get({ cluster: clusterOf(call), served: call.served, namespace: call.namespace, view: call.view }, call.name ?? ''));
}

/** A server that answers from what it watches takes a version that is none for a fault of its own; Events it does not watch. */
function checkReadVersion({ exchange, served, surface }: ResourceCall): void {
  const version = exchange.query.get('resourceVersion') ?? '';
  if (!/^\d*$/.test(version) && served.type.plural !== 'events') throw new ApiError(500, '', `resourceVersion: Invalid value: ${JSON.stringify(version)}: invalid syntax`);
  checkVersion(version, surface.shard.versions.current);
}

/** Answers a creation. */
export async function handleCreate(call: ResourceCall): Promise<void> {
  const { exchange, surface } = call;
  exchange.checkObjectType();
  const bytes = await exchange.bytes();
  checkWriteOptions('CreateOptions', exchange.query);
  const { value, doubled } = checkedNumbers(call, exchange.parsed(bytes));
  sendObject(call, 201, surface.state.store.create(writeRequest(call, 'body', doubled), value));
}

/** Answers a replacement of an object or of its status. */
export async function handleUpdate(call: ResourceCall): Promise<void> {
  const { exchange, surface, name = '' } = call;
  if (name === '') throw badRequest('name must be provided');
  const bytes = await exchange.bytes();
  checkWriteOptions('UpdateOptions', exchange.query);
  exchange.checkObjectType();
  const { value, doubled } = checkedNumbers(call, exchange.parsed(bytes));
  const { kind, object } = surface.state.store.replace(writeRequest(call, 'body', doubled), name, partOf(call), value);
  sendObject(call, kind === 'created' ? 201 : 200, object);
}

/** Answers a patch of an object or of its status. */
export async function handlePatch(call: ResourceCall): Promise<void> {
  const { exchange, surface } = call;
  const bytes = await exchange.bytes();
  checkPatchOptions(exchange.contentType, exchange.query);
  if (exchange.contentType === APPLY) {
    handleApply(call, exchange.parsed(bytes));
    return;
  }
  // What the body says is for an object that is there.
  surface.state.store.get(writeRequest(call, 'patch', []), call.name ?? '');
  const { value, doubled, tooLarge } = exchange.parsed(bytes);
  if (tooLarge !== undefined) throw outOfRange(tooLarge);
  sendObject(call, 200, surface.state.store.update(writeRequest(call, 'patch', doubled), call.name ?? '', partOf(call), patchFor(call, value)));
}

/** Where the types of fields are known, a number counts only where one is wanted. */
function checkedNumbers({ served }: ResourceCall, text: JsonText): JsonText {
  if (served.type.origin === 'custom' && text.tooLarge !== undefined) throw outOfRange(text.tooLarge);
  return text;
}

function outOfRange(number: string): ApiError {
  return badRequest(`cannot unmarshal number ${number.slice(0, 20)} into a value of type float64`);
}

function partOf(call: ResourceCall): Part {
  return call.subresource === 'status' ? 'status' : 'main';
}

/** Answers a deletion of one object. */
export async function handleDelete(call: ResourceCall): Promise<void> {
  const options = await readDeleteOptions(call.exchange);
  const { type } = call.served;
  const deletion = call.surface.state.store.delete(deleteRequest(call, options), call.name ?? '', options.preconditions, options.propagation);
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
  const { type, version } = call.served;
  checkListOptions(call.exchange.query);
  const options = await readDeleteOptions(call.exchange);
  const objects = selectedObjects(call);
  for (const object of objects) {
    call.surface.state.store.delete(deleteRequest(call, options), object.metadata.name, { ...options.preconditions, uid: options.preconditions.uid ?? object.metadata.uid }, options.propagation);
  }
  // Refuses a form that no list has.
  listHead(call.served, call.exchange.presentation);
  const items = objects.map((object) => version.encoder.encode(object)).join(',');
  const apiVersion = type.group === '' ? version.name : `${type.group}/${version.name}`;
  const metadata = { resourceVersion: String(call.surface.shard.versions.current), ...(isCustom(type) ? { continue: '' } : {}) };
  call.exchange.text(200, `{"kind":"${type.listKind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[${items}]}`);
}

function deleteRequest(call: ResourceCall, { dryRun }: DeleteOptions): WriteRequest {
  return { ...writeRequest(call, 'body', []), dryRun };
}
