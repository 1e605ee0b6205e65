import { createHash } from 'node:crypto';

const BASE62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function inBase(bytes: Buffer, base: bigint): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  do {
    text = (BASE62[Number(rest % base)] ?? '') + text;
    rest /= base;
  } while (rest > 0n);
  return text;
}

/** kcp's hash for label values: SHA-224 in base 62. */
export function base62Sha224(text: string): string {
  return inBase(createHash('sha224').update(text).digest(), 62n);
}

/** kcp's hash for short names: SHA-224 in base 36. */
export function base36Hash(text: string): string {
  return inBase(createHash('sha224').update(text).digest(), 36n);
}

/** The hash that identifies an export's storage: SHA-256 of its secret key, in hex. */
export function identityHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
