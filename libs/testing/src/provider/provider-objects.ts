import type { Provider } from '@kcp-runtime/nest';
import { readApiClass } from '@kcp-runtime/schema';
import type { RawBody } from '../admin/raw-client.js';
import type { KcpSide } from '../module/kcp-side.js';

/** Spec of a ProviderConfig; `kcp` is filled in where the provider is offered there. */
export interface ConfigSpec {
  readonly kcp?: object;
  readonly [field: string]: unknown;
}

/** What an operator puts on a platform cluster for one provider: its ProviderConfig, and Secrets in its namespace. */
export class ProviderObjects {
  constructor(
    private readonly provider: Provider,
    readonly namespace: string,
  ) {}

  config(spec: ConfigSpec): RawBody {
    const { apiVersion, kind } = readApiClass(this.provider.config);
    return { apiVersion, kind, metadata: { name: this.provider.name }, spec };
  }

  secret(name: string, stringData: Readonly<Record<string, string>>): RawBody {
    return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: this.namespace }, stringData };
  }

  secrets(all: Readonly<Record<string, Readonly<Record<string, string>>>>): RawBody[] {
    return Object.entries(all).map(([name, values]) => this.secret(name, values));
  }

  /** The Secret that leads to kcp. */
  kcpSecret({ kubeconfig }: KcpSide): RawBody {
    return this.secret(this.kcpSecretName, { kubeconfig });
  }

  /** A spec that offers the provider in the workspace of this side. */
  offeredThrough({ providerWorkspace }: KcpSide, spec: ConfigSpec): ConfigSpec {
    return { ...spec, kcp: { ...spec.kcp, providerWorkspace: providerWorkspace.path, kubeconfigSecret: { name: this.kcpSecretName, namespace: this.namespace } } };
  }

  private get kcpSecretName(): string {
    return `${this.provider.name}-kcp`;
  }
}
