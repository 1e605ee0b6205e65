import { hash } from 'node:crypto';

/** What names an order for ever: no URL and no uid, so that moved endpoints and re-created orders keep it. */
export interface IdentitySource {
  readonly plural: string;
  readonly group: string;
  /** Name of the logical cluster; in standard mode the name of the environment. */
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

const DIGITS_OF_SHA256 = 52;
const REST_LENGTH = 25;
const FIRST_LETTER = 'a'.charCodeAt(0);

/**
 * Name of an order in the outside world: 26 lower-case letters and digits, a letter first. It is one of `a-p`
 * and 25 digits of `0-9a-v` (base 32), together 129 bits of the SHA-256 of `plural.group/cluster/namespace/name`.
 * So it is a DNS label, and with a prefix a PostgreSQL role or a bucket's name, as it stands.
 */
export function orderIdentity({ plural, group, cluster, namespace, name }: IdentitySource): string {
  const digest = hash('sha256', `${plural}.${group}/${cluster}/${namespace}/${name}`, 'hex');
  const letter = String.fromCharCode(FIRST_LETTER + Number.parseInt(digest.charAt(0), 16));
  const digits = BigInt(`0x${digest}`).toString(32).padStart(DIGITS_OF_SHA256, '0');
  // Joined: of a sum V8 keeps all the pieces, and an author's map has one for every order.
  return [letter, digits.slice(-REST_LENGTH)].join('');
}
