/**
 * Reads bodies that Go clients send as `application/vnd.kubernetes.protobuf`: typed clients do so for built-in kinds, and do not
 * fall back to JSON. Answers are JSON always, which they read.
 */
import type { JsonObject } from '../../storage/kube-object.js';
import { BODIES, PARTS, type Field, type FieldKind } from './messages.js';
import { wireFields, type WireField } from './wire.js';

/** Every body begins with it, and an envelope follows. */
const MAGIC = Buffer.from('k8s\0');

/** A body that does not begin as Kubernetes protobuf does. */
export class NoProtobuf extends Error {}

/** A body of a kind whose fields are not known here. */
export class UnreadableProtobuf extends Error {}

/**
 * The object in a body, as it would be in JSON.
 * @throws NoProtobuf or UnreadableProtobuf
 */
export function readProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw new NoProtobuf('it does not begin as Kubernetes protobuf does');
  const envelope = new Map(wireFields(body.subarray(MAGIC.length)).map((field) => [field.number, field]));
  const type = new Map(wireFields(bytesOf(envelope.get(1))).map((field) => [field.number, bytesOf(field).toString()]));
  const [apiVersion = '', kind = ''] = [type.get(1), type.get(2)];
  const fields = BODIES[`${apiVersion} ${kind}`] ?? BODIES[kind];
  if (fields === undefined) throw new UnreadableProtobuf(`${kind} of ${apiVersion} is only read as JSON here`);
  return { apiVersion, kind, ...readMessage(bytesOf(envelope.get(2)), fields) };
}

function bytesOf(field: WireField | undefined): Buffer {
  return field?.value instanceof Buffer ? field.value : Buffer.alloc(0);
}

function readMessage(bytes: Buffer, fields: Readonly<Record<number, Field>>): JsonObject {
  const object: JsonObject = {};
  for (const wire of wireFields(bytes)) {
    const field = fields[wire.number];
    if (field !== undefined) put(object, field, wire);
  }
  return object;
}

function put(object: JsonObject, { name, kind, many }: Field, wire: WireField): void {
  if (kind === 'mapOfText' || kind === 'mapOfBytes') {
    const entry = new Map(wireFields(bytesOf(wire)).map((part) => [part.number, bytesOf(part)]));
    const value = entry.get(2) ?? Buffer.alloc(0);
    object[name] = { ...(object[name] as JsonObject | undefined), [String(entry.get(1) ?? '')]: kind === 'mapOfBytes' ? value.toString('base64') : value.toString() };
    return;
  }
  const value = readValue(kind, wire);
  if (many) object[name] = [...((object[name] as unknown[] | undefined) ?? []), value ?? ''];
  else if (value !== undefined) object[name] = value;
}

function readValue(kind: Exclude<FieldKind, 'mapOfText' | 'mapOfBytes'>, wire: WireField): unknown {
  if (typeof kind === 'object') return readMessage(bytesOf(wire), PARTS[kind.message] ?? {});
  switch (kind) {
    case 'text':
      return bytesOf(wire).toString() || undefined;
    case 'pointerText':
      return bytesOf(wire).toString();
    case 'int':
    case 'int32':
      return Number(wire.value) || undefined;
    case 'pointerInt':
    case 'pointerInt32':
      return Number(wire.value);
    case 'bool':
      return wire.value === 1n;
    case 'bytes':
      return bytesOf(wire).toString('base64');
    case 'fieldsV1':
      return JSON.parse(bytesOf(wireFields(bytesOf(wire))[0]).toString());
    case 'time':
      return readTime(bytesOf(wire), 0);
    case 'microTime':
      return readTime(bytesOf(wire), 6);
  }
}

/** A time as Go writes it in JSON, with so many digits behind the seconds; undefined for none. */
function readTime(bytes: Buffer, digits: 0 | 6): string | undefined {
  if (bytes.length === 0) return undefined;
  const parts = new Map(wireFields(bytes).map((field) => [field.number, Number(field.value)]));
  const seconds = new Date((parts.get(1) ?? 0) * 1000).toISOString().slice(0, 19);
  const fraction = String(Math.floor((parts.get(2) ?? 0) / 1000)).padStart(6, '0');
  return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
