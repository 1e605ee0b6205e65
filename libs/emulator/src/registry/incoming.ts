import { badRequest, invalid } from '../server/answer/api-error.js';
import { isJsonObject, objectAt, textAt, type JsonObject, type KubeObject, type ObjectMeta } from '../storage/kube-object.js';
import { apiVersionOf } from './type/resource-type.js';
import type { WriteRequest } from './write-request.js';

/**
 * Turns a body into an object of the type of the request.
 * @throws ApiError 400 when it is no object of that type or belongs to another namespace
 */
export function incomingObject(request: WriteRequest, given: unknown): KubeObject {
  const { type, version } = request.served;
  // Decoded by the type of the URL, nothing at all is an object without a field.
  const body = given === null && type.origin === 'builtin' ? {} : given;
  if (!isJsonObject(body)) throw badRequest('the request body is not an object');
  const apiVersion = apiVersionOf(type.group, version.name);
  checkKind(request, body, apiVersion);
  if (body.metadata !== undefined && !isJsonObject(body.metadata)) throw badRequest('metadata must be an object');
  const metadata = readMetadata(body.metadata ?? {});
  return { ...body, apiVersion, kind: type.kind, metadata: { ...metadata, ...placed(request, metadata) } };
}

function checkKind(request: WriteRequest, body: JsonObject, apiVersion: string): void {
  const { type } = request.served;
  const kind = textAt(body.kind);
  // Typed kinds are decoded by the type of the URL; custom ones have only what they say themselves.
  if (type.origin === 'custom' && kind === undefined) throw badRequest(`the object provided is unrecognized (must be of type ${type.kind}): Object 'Kind' is missing`);
  if (body.apiVersion !== undefined && body.apiVersion !== apiVersion) {
    throw badRequest(`the API version in the data (${String(body.apiVersion)}) does not match the expected API version (${apiVersion})`);
  }
  if (kind === undefined || kind === type.kind) return;
  if (type.origin === 'builtin') throw badRequest(`${kind} in version ${JSON.stringify(body.apiVersion)} cannot be handled as a ${type.kind}`);
  const name = textAt(objectAt(body.metadata).name) ?? '';
  throw invalid(type.group, kind, name, [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(kind)}: must be ${type.kind}`, field: 'kind' }]);
}

function placed(request: WriteRequest, metadata: ObjectMeta): { namespace?: string } {
  if (request.served.type.scope === 'Cluster') return {};
  if (metadata.namespace !== undefined && metadata.namespace !== '' && metadata.namespace !== request.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return request.namespace === undefined ? {} : { namespace: request.namespace };
}

const TEXT_MAPS = ['labels', 'annotations'] as const;

/** Checks the types inside metadata: every other place may then rely on them. */
function readMetadata(source: JsonObject): ObjectMeta {
  for (const field of ['name', 'generateName', 'namespace', 'resourceVersion', 'uid'] as const) {
    if (source[field] !== undefined && source[field] !== null && typeof source[field] !== 'string') throw badRequest(`metadata.${field} must be a string`);
  }
  for (const field of TEXT_MAPS) {
    const map = source[field];
    if (map === undefined || map === null) continue;
    if (!isJsonObject(map) || !Object.values(map).every((value) => typeof value === 'string')) throw badRequest(`metadata.${field} must be a map of strings`);
  }
  for (const field of ['finalizers', 'ownerReferences', 'managedFields'] as const) {
    if (source[field] !== undefined && source[field] !== null && !Array.isArray(source[field])) throw badRequest(`metadata.${field} must be a list`);
  }
  if (Array.isArray(source.finalizers) && !source.finalizers.every((value) => typeof value === 'string')) throw badRequest('metadata.finalizers must be a list of strings');
  const metadata: ObjectMeta = { name: typeof source.name === 'string' ? source.name : '' };
  for (const field of Object.keys(source)) if (source[field] !== null && !isEmpty(source[field])) metadata[field] = source[field];
  return metadata;
}

/** Empty lists and maps in metadata are left out, as typed metadata leaves them out. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) ? Object.keys(value).length === 0 : value === '';
}
