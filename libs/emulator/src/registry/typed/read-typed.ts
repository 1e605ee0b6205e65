/** Reads JSON into the kinds of Kubernetes itself as Go reads it into its types: what does not fit is refused, what is unknown is left out. */
import { setField } from '../../storage/json/set-field.js';
import { isJsonObject, type JsonObject } from '../../storage/kube-object.js';
import { BODIES, PARTS, type Field, type FieldKind, type Message } from '../../server/protobuf/messages.js';

/** A value does not fit the type of its field. */
export class WrongType extends Error {
  constructor(path: string, wanted: string) {
    super(`json: cannot unmarshal ${path} into a value of type ${wanted}`);
  }
}

/** Fields by their names, as JSON names them. */
type Struct = ReadonlyMap<string, Field>;

const STRUCTS = new Map<Message, Struct>();

function structOf(message: Message): Struct {
  let struct = STRUCTS.get(message);
  if (struct === undefined) {
    struct = new Map(Object.values(message).map((field) => [field.name, field]));
    STRUCTS.set(message, struct);
  }
  return struct;
}

/**
 * A body that is no object of a kind, by the name under which its fields are known; what is unknown is left out.
 * @throws WrongType
 */
export function readTypedBody(name: string, body: JsonObject): JsonObject {
  return readStruct(body, BODIES[name] ?? {}, '', []);
}

/**
 * The metadata of an object of any kind; the paths of what no metadata has are added to `unknown`.
 * @throws WrongType
 */
export function readTypedMetadata(metadata: unknown, unknown: string[]): JsonObject {
  return readStruct(metadata, PARTS.ObjectMeta ?? {}, 'metadata', unknown);
}

/**
 * The fields of an object beside its metadata, with the paths of others added to `unknown`. Of a kind whose fields are not known here
 * all stay as they are.
 * @throws WrongType
 */
export function readTypedFields(apiVersion: string, kind: string, body: JsonObject, unknown: string[]): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = body;
  const message = BODIES[`${apiVersion} ${kind}`];
  return message === undefined ? fields : readStruct(fields, message, '', unknown);
}

function readStruct(value: unknown, message: Message, path: string, unknown: string[]): JsonObject {
  if (value === null || value === undefined) return {};
  if (!isJsonObject(value)) throw new WrongType(path, 'object');
  const struct = structOf(message);
  const object: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = struct.get(key);
    const place = path === '' ? key : `${path}.${key}`;
    if (field === undefined) unknown.push(place);
    else if (value[key] !== null && value[key] !== undefined) object[key] = field.many ? readList(value[key], field.kind, place, unknown) : readOne(value[key], field.kind, place, unknown);
  }
  return object;
}

function readList(value: unknown, kind: FieldKind, path: string, unknown: string[]): unknown[] {
  if (!Array.isArray(value)) throw new WrongType(path, 'list');
  return value.map((item, at) => (item === null ? emptyOf(kind) : readOne(item, kind, `${path}[${at}]`, unknown)));
}

/** What Go makes of a null in a list. */
function emptyOf(kind: FieldKind): unknown {
  return typeof kind === 'object' ? {} : '';
}

function readOne(value: unknown, kind: FieldKind, path: string, unknown: string[]): unknown {
  if (typeof kind === 'object') return readStruct(value, PARTS[kind.message] ?? {}, path, unknown);
  switch (kind) {
    case 'text':
    case 'pointerText':
      return readText(value, path);
    case 'int':
    case 'pointerInt':
      return readInteger(value, 2 ** 63, path);
    case 'int32':
    case 'pointerInt32':
      return readInteger(value, 2 ** 31, path);
    case 'bool':
      if (typeof value !== 'boolean') throw new WrongType(path, 'bool');
      return value;
    case 'bytes':
      return readBytes(value, path);
    case 'time':
      return readTime(value, TIME, path);
    case 'microTime':
      return readTime(value, MICRO_TIME, path);
    case 'fieldsV1':
      return value;
    case 'mapOfText':
      return readMap(value, readText, path);
    case 'mapOfBytes':
      return readMap(value, readBytes, path);
  }
}

function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new WrongType(path, 'string');
  return value;
}

function readInteger(value: unknown, bound: number, path: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < -bound || value >= bound) throw new WrongType(path, 'integer');
  return value;
}

/** Go's reader steps over the ends of lines in it. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function readBytes(value: unknown, path: string): string {
  const text = readText(value, path).replace(/[\r\n]/g, '');
  if (!BASE64.test(text)) throw new WrongType(path, 'base64 text');
  return text;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)$/;
const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[-+]\d\d:\d\d)$/;

function readTime(value: unknown, form: RegExp, path: string): string {
  const text = readText(value, path);
  if (!form.test(text) || Number.isNaN(Date.parse(text.replace(',', '.')))) throw new WrongType(path, 'time');
  return text;
}

function readMap(value: unknown, read: (value: unknown, path: string) => string, path: string): JsonObject {
  if (!isJsonObject(value)) throw new WrongType(path, 'map');
  const map: JsonObject = {};
  for (const key of Object.keys(value)) setField(map, key, value[key] === null ? '' : read(value[key], `${path}.${key}`));
  return map;
}
