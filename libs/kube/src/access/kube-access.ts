import { createHash } from 'node:crypto';

/** How a request says who we are. */
export type CredentialPlan =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'tokenFile'; readonly path: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  /** exec and auth-provider: client-node reads the kubeconfig itself; relative paths in it start at `directory`. */
  | { readonly kind: 'delegated'; readonly kubeconfig: string; readonly directory: string };

/** What TLS needs. Certificates and keys are PEM. */
export interface TlsPlan {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly serverName?: string;
  readonly verify: boolean;
}

/** All that a connection is made of, beside the server. Holds secrets: never logged, never part of an error. */
export interface AccessPlan {
  readonly tls: TlsPlan;
  readonly credential: CredentialPlan;
  readonly proxyUrl?: string;
}

/**
 * A server and who we are there, read from a kubeconfig and vetted.
 * Secrets are inside, but neither JSON nor util.inspect nor a log line shows them.
 */
export class KubeAccess {
  /** Where the kubeconfig came from, for messages: `Secret team/kcp, key kubeconfig`. */
  readonly source: string;
  /** The server's URL with its path, without a slash at its end. */
  readonly server: string;
  /** Changes when the server, its CA or the credential changes; tells nothing about them. */
  readonly fingerprint: string;
  readonly #plan: AccessPlan;

  constructor({ source, server }: { readonly source: string; readonly server: string }, plan: AccessPlan) {
    this.source = source;
    this.server = server;
    this.fingerprint = createHash('sha256').update(JSON.stringify([server, plan])).digest('hex').slice(0, 16);
    this.#plan = plan;
  }

  /** @internal The secrets, for KubeConnection alone. */
  reveal(): AccessPlan {
    return this.#plan;
  }
}
