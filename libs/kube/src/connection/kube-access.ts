import type { AccessPlan } from './access-plan.js';

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

  constructor(described: { readonly source: string; readonly server: string; readonly fingerprint: string }, plan: AccessPlan) {
    this.source = described.source;
    this.server = described.server;
    this.fingerprint = described.fingerprint;
    this.#plan = plan;
  }

  /** @internal The secrets, for KubeConnection alone. */
  reveal(): AccessPlan {
    return this.#plan;
  }
}
