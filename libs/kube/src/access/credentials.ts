import { readFile } from 'node:fs/promises';
import type { Clock } from '../time/clock.js';
import type { CredentialPlan } from './kube-access.js';

/** Headers that say who we are. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** Where a connection gets the headers of each request from. */
export interface Credentials {
  headers(): Promise<AuthHeaders>;
  /** A server answered 401 to these. True when asking again can give others. */
  refused(headers: AuthHeaders): boolean;
}

/** Something that makes headers afresh: a file, or a program. */
export interface CredentialSource {
  read(): Promise<AuthHeaders>;
  /** Forgets what it keeps itself. */
  forget(): void;
}

/** A mounted token is renewed long before it ends, so that its age needs no exact limit. */
const TOKEN_FILE_AGE_MS = 60_000;

/** The credentials of a plan. client-node is imported only where a kubeconfig starts a program or logs in. */
export async function credentialsOf(plan: CredentialPlan, clock: Clock): Promise<Credentials> {
  switch (plan.kind) {
    case 'anonymous':
      return fixed({});
    case 'token':
      return bearer(plan.token);
    case 'basic':
      return fixed({ authorization: `Basic ${Buffer.from(`${plan.username}:${plan.password}`).toString('base64')}` });
    case 'tokenFile':
      return new CachedCredentials(tokenFile(plan.path), TOKEN_FILE_AGE_MS, clock);
    case 'delegated': {
      const { DelegatedCredential } = await import('./client-node.js');
      // It keeps what it got and knows when that ends; asked each time, it is only kept from running twice at once.
      return new CachedCredentials(new DelegatedCredential(plan.kubeconfig, plan.directory), 0, clock);
    }
  }
}

/** A token that somebody else renews. */
export function bearer(token: string): Credentials {
  return fixed({ authorization: `Bearer ${token}` });
}

function fixed(headers: AuthHeaders): Credentials {
  return { headers: () => Promise.resolve(headers), refused: () => false };
}

function tokenFile(path: string): CredentialSource {
  return {
    read: async () => ({ authorization: `Bearer ${(await readFile(path, 'utf8')).trim()}` }),
    forget: () => undefined,
  };
}

/** Keeps headers for a while, and asks their source once at a time however many requests wait. */
export class CachedCredentials implements Credentials {
  readonly #source: CredentialSource;
  readonly #maxAgeMs: number;
  readonly #clock: Clock;
  #kept: { readonly headers: AuthHeaders; readonly since: number } | undefined;
  #reading: Promise<AuthHeaders> | undefined;

  constructor(source: CredentialSource, maxAgeMs: number, clock: Clock) {
    this.#source = source;
    this.#maxAgeMs = maxAgeMs;
    this.#clock = clock;
  }

  async headers(): Promise<AuthHeaders> {
    const kept = this.#kept;
    if (kept !== undefined && this.#clock.elapsed() - kept.since < this.#maxAgeMs) return kept.headers;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Of many requests that were refused with the same headers, the first makes room for new ones. */
  refused(headers: AuthHeaders): boolean {
    if (this.#kept?.headers === headers) {
      this.#kept = undefined;
      this.#source.forget();
    }
    return true;
  }

  async #read(): Promise<AuthHeaders> {
    const headers = await this.#source.read();
    this.#kept = { headers, since: this.#clock.elapsed() };
    return headers;
  }
}
