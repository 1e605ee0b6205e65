import { shortHash } from './hashes.js';

/** Longest name of everything that openMCP makes, also of kinds that would take longer ones. */
export const MAX_NAME_LENGTH = 63;

const SUFFIX_LENGTH = 10;

/** A limit that leaves no room for the hash which tells shortened names apart. */
export class LimitTooSmall extends Error {
  override readonly name = 'LimitTooSmall';
  constructor(readonly limit: number) {
    super(`A name can not be shortened to ${limit} characters, since its hash alone takes ${SUFFIX_LENGTH}. Use a greater limit`);
  }
}

/**
 * The text itself, or where it is longer than `limit` its beginning and a hash of the whole (controller-utils,
 * `ShortenToXCharacters`). The answer may be shorter than `limit`: no dash or dot stands before the hash.
 * @throws LimitTooSmall
 */
export function shorten(text: string, limit: number = MAX_NAME_LENGTH): string {
  if (Buffer.byteLength(text) <= limit) return text;
  if (limit <= SUFFIX_LENGTH) throw new LimitTooSmall(limit);
  const beginning = Buffer.from(text).subarray(0, limit - SUFFIX_LENGTH).toString('utf8');
  return `${beginning.replace(/[-.]+$/, '')}--${shortHash(text)}`;
}
