import { createHmac } from 'node:crypto';

/** What a login's password is derived from. Equal input gives the equal password, so a crash between two steps changes nothing. */
export interface LoginSecretInput {
  /** The provider's own key, from the Secret that the ProviderConfig names. */
  readonly key: string;
  /** `order.identity`. */
  readonly identity: string;
  /** `spec.rotation`: another number gives another password. */
  readonly rotation: number;
}

/** Derives the password of a login: 43 characters of URL-safe base64, safe in a connection URI. */
export function loginPassword({ key, identity, rotation }: LoginSecretInput): string {
  return createHmac('sha256', key).update(`login\n${identity}\n${rotation}`).digest('base64url');
}

/** Tells two provider keys apart without telling anything about either; stands in the database's comment. */
export function keyFingerprint(key: string): string {
  return createHmac('sha256', key).update('fingerprint').digest('hex').slice(0, 8);
}
