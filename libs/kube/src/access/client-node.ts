/**
 * The only file that knows @kubernetes/client-node: exec plugins, auth providers and the merging of several kubeconfigs.
 * Imported when first needed, since it costs half a second and 80 MB; nothing but headers and a merged text comes out of it.
 */
import { KubeConfig } from '@kubernetes/client-node';
import type { AuthHeaders, CredentialSource } from './credentials.js';

/** One text out of several kubeconfig files; the first that names a current context wins. */
export function mergedKubeconfig(paths: readonly string[]): string {
  const merged = new KubeConfig();
  for (const path of paths) {
    const next = new KubeConfig();
    next.loadFromFile(path);
    merged.mergeConfig(next, Boolean(merged.currentContext));
  }
  return merged.exportConfig();
}

/** Headers that a program or an identity provider gives out. */
export class DelegatedCredential implements CredentialSource {
  readonly #text: string;
  readonly #directory: string;
  #config: KubeConfig | undefined;

  constructor(kubeconfig: string, directory: string) {
    this.#text = kubeconfig;
    this.#directory = directory;
  }

  async read(): Promise<AuthHeaders> {
    const config = (this.#config ??= this.#load());
    const request: { headers?: Record<string, unknown> } = {};
    await config.applyToHTTPSOptions(request);
    const authorization = request.headers?.['Authorization'];
    if (typeof authorization === 'string') return { authorization };
    throw new Error('it gave no token; plugins that give client certificates are not supported');
  }

  /** client-node keeps a token without an expiry for ever; a new KubeConfig has none. */
  forget(): void {
    this.#config = undefined;
  }

  #load(): KubeConfig {
    const config = new KubeConfig();
    config.loadFromString(this.#text);
    config.makePathsAbsolute(this.#directory);
    return config;
  }
}
