import { createHmac } from 'node:crypto';

/** What the password of a dedicated server's superuser is derived from. */
export interface SuperuserSecretInput {
  /** The provider's own key, from the Secret that the ProviderConfig names. */
  readonly key: string;
  /** `order.identity`. */
  readonly identity: string;
}

/** Derives the superuser's password: a server that was made and not noted, since the process ended, gets the same one again. */
export function superuserPassword({ key, identity }: SuperuserSecretInput): string {
  return createHmac('sha256', key).update(`superuser\n${identity}`).digest('base64url');
}
