import { dig, installInProviderWorkspace, kubeconfigOfTokenSecret } from '@kcp-runtime/testing';
import type { RawBody, ServerAddress } from '@kcp-runtime/testing';
import { load } from 'js-yaml';
import type { OperatedWorkspace } from './operated-workspace.js';
import { printed } from './provider-process.js';

/** Name of the Secret with the provider's kubeconfig for kcp, beside the provider. */
export const kcpSecretName = 'kcp-provider';

/** The workspace that holds the export: set up with exactly what the provider prints, and handed out from there. */
export class ProviderWorkspace {
  private tokenSecret: RawBody = {};
  private rotations = 0;

  constructor(readonly place: OperatedWorkspace) {}

  /** Applies what `manifests --kcp` prints and returns the kubeconfig that its token makes. */
  async install(address: ServerAddress): Promise<string> {
    const manifests = await printed('manifests', '--kcp', '--part=workspace', `--provider-workspace=${this.path}`);
    const { kubeconfig, tokenSecret } = await installInProviderWorkspace(this.place.workspace, manifests, address);
    this.tokenSecret = tokenSecret;
    return kubeconfig;
  }

  /** A kubeconfig with a new token; the token before it is worth nothing from now on. */
  async rotateToken(address: ServerAddress): Promise<string> {
    const old = this.tokenSecret;
    const metadata = old['metadata'] as RawBody;
    this.tokenSecret = { ...old, metadata: { ...metadata, name: `${String(metadata['name'])}-${++this.rotations}` } };
    await this.place.workspace.apply([this.tokenSecret]);
    const kubeconfig = await kubeconfigOfTokenSecret(this.place.workspace, this.tokenSecret, address);
    await this.place.client.delete(secretPath(old));
    return kubeconfig;
  }

  /** The APIBinding for consumers, as the operator hands it out. */
  async binding(): Promise<RawBody> {
    return load(await printed('manifests', '--kcp', '--part=binding', `--provider-workspace=${this.path}`)) as RawBody;
  }

  /** `spec.kcp` of a ProviderConfig that publishes here, for a provider that runs in this namespace. */
  settings(namespace: string): RawBody {
    return { providerWorkspace: this.path, kubeconfigSecret: { name: kcpSecretName, namespace }, bind: { groups: ['system:authenticated'] } };
  }

  private get path(): string {
    return this.place.workspace.path;
  }
}

function secretPath(secret: RawBody): string {
  return `/api/v1/namespaces/${String(dig(secret, 'metadata', 'namespace'))}/secrets/${String(dig(secret, 'metadata', 'name'))}`;
}
