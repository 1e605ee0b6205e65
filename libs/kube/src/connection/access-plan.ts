/** How a request says who we are. */
export type CredentialPlan =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'tokenFile'; readonly path: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  /** exec and auth-provider: client-node reads the kubeconfig itself. */
  | { readonly kind: 'delegated'; readonly kubeconfig: string };

/** What TLS needs. Certificates and keys are PEM. */
export interface TlsPlan {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly serverName?: string;
  readonly verify: boolean;
}

/** All that a connection is made of. Holds secrets: never logged, never part of an error. */
export interface AccessPlan {
  readonly tls: TlsPlan;
  readonly credential: CredentialPlan;
  readonly proxyUrl?: string;
}
