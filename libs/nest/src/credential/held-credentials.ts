import { ServedKinds } from '../customer/served-kinds.js';
import type { MintedToken } from './minter.js';

/** Tokens and kubeconfigs are made anew when so much of their life is over. */
const RENEW_AT = 0.8;

/** The runtime's own token in a workspace, and whose it is. */
export interface HeldToken extends MintedToken {
  readonly accountUid: string;
}

/** What is known of a kubeconfig on the platform. */
export interface HeldKubeconfig {
  readonly fingerprint: string;
  readonly renewAtMs: number;
}

/** What the process holds for one order. All of it can be had again. */
export interface HeldCredential {
  kubeconfig?: HeldKubeconfig;
  token?: HeldToken;
  /** A handler may ask for several objects at once: one token is enough for all. */
  minting?: Promise<HeldToken>;
  readonly kinds: ServedKinds;
}

/** What the process holds for its orders, by the keys of the queue. Nothing of it is written anywhere. */
export class HeldCredentials {
  readonly #orders = new Map<string, HeldCredential>();

  of(key: string): HeldCredential {
    const held = this.#orders.get(key) ?? { kinds: new ServedKinds() };
    this.#orders.set(key, held);
    return held;
  }

  forget(key: string): void {
    this.#orders.delete(key);
  }
}

/** When something with this life has to be made anew. */
export function renewAtMs({ createdAtMs, expiresAtMs }: Pick<MintedToken, 'createdAtMs' | 'expiresAtMs'>): number {
  return createdAtMs + RENEW_AT * (expiresAtMs - createdAtMs);
}
