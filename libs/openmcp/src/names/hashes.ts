import { createHash } from 'node:crypto';

const UUID_BYTES = 16;
const SHORT_BYTES = 5;
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Nothing was given that a name could be made of. */
export class NothingToName extends Error {
  override readonly name = 'NothingToName';
  constructor() {
    super('A name was to be made of empty parts. Give at least one that is not empty');
  }
}

/**
 * The parts as a UUID of version 8: SHAKE128 over the parts joined by a slash (controller-utils, `K8sNameUUID`).
 * @throws NothingToName when every part is empty
 */
export function uuidOf(...parts: readonly string[]): string {
  if (parts.every((part) => part === '')) throw new NothingToName();
  const bytes = shake128(parts, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(VERSION_BYTE) & 0x0f) | 0x80, VERSION_BYTE);
  bytes.writeUInt8((bytes.readUInt8(VARIANT_BYTE) & 0x3f) | 0x80, VARIANT_BYTE);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The parts as 8 lower-case letters and digits (controller-utils, `NameHashSHAKE128Base32`). */
export function shortHash(...parts: readonly string[]): string {
  const bits = [...shake128(parts, SHORT_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => DIGITS.charAt(Number.parseInt(five, 2)));
}

function shake128(parts: readonly string[], outputLength: number): Buffer {
  return createHash('shake128', { outputLength }).update(parts.join('/')).digest();
}
