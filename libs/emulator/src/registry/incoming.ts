import { ApiError, badRequest, invalid, type Cause } from '../server/answer/api-error.js';
import { isJsonObject, objectAt, type JsonObject, type KubeObject, type ObjectMeta } from '../storage/kube-object.js';
import { setField } from '../storage/json/set-field.js';
import { readTypedFields, readTypedMetadata, WrongType } from './typed/read-typed.js';
import { typeField } from './typed/type-fields.js';
import { apiVersionOf } from './type/resource-type.js';
import type { WriteRequest } from './write-request.js';

/**
 * Reads a body as an object of the type of the request: without what the type does not know, which is told or refused as the request wants it.
 * @throws ApiError 400 when it is no object of that type or belongs to another namespace; what a patch makes is refused with 422
 */
export function incomingObject(request: WriteRequest, given: unknown): KubeObject {
  const { version } = request.served;
  const body = objectOf(request, given);
  const { apiVersion, kind } = checkedType(request, body);
  if (request.readAs === 'patch' && typeField(body, 'apiVersion') === '') throw unversioned(request, body);
  const unknown: string[] = [];
  const object = { ...typed(request, body, unknown), apiVersion, kind };
  const pruned = version.schema?.prune(object) ?? [];
  tell(request, [...request.doubled.map((path) => `duplicate field ${JSON.stringify(path)}`), ...[...unknown, ...pruned].map((path) => `unknown field ${JSON.stringify(path)}`)], given);
  return placed(request, object);
}

/**
 * Reads what is applied: its fields are for the schema to judge, and its name and namespace for who reads what it makes.
 * @throws ApiError 400 when it is no object of the type of the request
 */
export function incomingWishes(request: WriteRequest, given: JsonObject): KubeObject {
  const { type } = request.served;
  const { apiVersion, kind } = checkedType(request, given);
  if (kind !== type.kind) throw badRequest(`${kind} cannot be applied as a ${type.kind}`);
  const metadata = readMetadata(objectAt(given.metadata));
  return { ...given, apiVersion, kind, metadata };
}

function objectOf(request: WriteRequest, given: unknown): JsonObject {
  // Decoded by the type of the URL, nothing at all is an object without a field.
  const body = given === null && request.served.type.origin === 'builtin' ? {} : given;
  if (!isJsonObject(body)) throw undecodable(request, 'the request body is not an object', given);
  return body;
}

function checkedType(request: WriteRequest, body: JsonObject): { apiVersion: string; kind: string } {
  const { type, version } = request.served;
  const apiVersion = apiVersionOf(type.group, version.name);
  const [kind, said] = readable(request, body, () => [typeField(body, 'kind'), typeField(body, 'apiVersion')] as const);
  // Typed kinds are decoded by the type of the URL; custom ones have only what they say themselves.
  if (type.origin === 'custom' && (body.kind === undefined || kind === '')) throw undecodable(request, `Object 'Kind' is missing`, body);
  if (said !== apiVersion && (said !== '' || type.origin === 'custom' || (request.readAs === 'patch' && kind !== '' && kind !== type.kind))) throw undecodable(request, `the API version in the data (${said}) does not match the expected API version (${apiVersion})`, body);
  if (kind !== '' && kind !== type.kind && type.origin === 'builtin') throw undecodable(request, `${kind} in version ${JSON.stringify(version.name)} cannot be handled as a ${type.kind}`, body);
  // Another kind than that of a custom resource is a fault of the object, told with its others.
  return { apiVersion, kind: kind === '' ? type.kind : kind };
}

function typed(request: WriteRequest, body: JsonObject, unknown: string[]): JsonObject & { metadata: ObjectMeta } {
  const { type, version } = request.served;
  return readable(request, body, () => ({
    ...readTypedFields(apiVersionOf(type.group, version.name), type.kind, body, unknown),
    metadata: readMetadata(readTypedMetadata(body.metadata, unknown)),
  }));
}

function readable<T>(request: WriteRequest, body: JsonObject, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongType) throw undecodable(request, error.message, body);
    throw error;
  }
}

/** What a patch leaves without a version is taken for the inner form of the kind, which has none of its fields. */
function unversioned(request: WriteRequest, body: JsonObject): ApiError {
  const why = `Object 'apiVersion' is missing in ${JSON.stringify(body)}`;
  return request.unknownFields === 'strict' ? undecodable(request, why, body) : badRequest(why);
}

function undecodable(request: WriteRequest, why: string, given: unknown): ApiError {
  if (request.readAs === 'body') return badRequest(`${request.served.type.kind} in version ${JSON.stringify(request.served.version.name)} cannot be handled as a ${request.served.type.kind}: ${why}`);
  return invalid('', '', '', [badPatch(given, why)]);
}

function badPatch(given: unknown, why: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(JSON.stringify(given))}: ${why}`, field: 'patch' };
}

/** Tells the client what was left out, or refuses it. */
function tell(request: WriteRequest, texts: readonly string[], given: unknown): void {
  if (texts.length === 0) return;
  switch (request.unknownFields) {
    case 'ignore':
      return;
    case 'warn':
      request.warnings.push(...texts);
      return;
    case 'strict':
      throw undecodable(request, `strict decoding error: ${texts.join(', ')}`, given);
  }
}

/** What is in no namespace may say any, and it is forgotten. */
function placed(request: WriteRequest, object: KubeObject): KubeObject {
  const { namespace: said = '', ...metadata } = object.metadata;
  if (request.served.type.scope === 'Cluster') return { ...object, metadata };
  const { namespace = '' } = request;
  if (said !== '' && said !== namespace) throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  return { ...object, metadata: namespace === '' ? metadata : { ...metadata, namespace } };
}

/** Metadata without what is empty in it, as typed metadata leaves it out. */
function readMetadata(source: JsonObject): ObjectMeta {
  const metadata: ObjectMeta = { name: typeof source.name === 'string' ? source.name : '' };
  for (const field of Object.keys(source)) if (source[field] !== null && !isEmpty(source[field])) setField(metadata, field, source[field]);
  return metadata;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) ? Object.keys(value).length === 0 : value === '';
}
