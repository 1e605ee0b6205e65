/**
 * The platform operator: applies exactly what the provider prints, hands out the kubeconfigs that come of it, and keeps the
 * ProviderConfig. He works with identities of his own; kcp's admin makes the workspaces and those identities, and is not used again.
 */
import { dig, eventually, installOnPlatform } from '@kcp-runtime/testing';
import type { RawBody, ServerAddress } from '@kcp-runtime/testing';
import { exportName, providerConfigPath, providerNamespace } from './names.js';
import type { OperatedWorkspace } from './operated-workspace.js';
import { printed } from './provider-process.js';
import { ProviderWorkspace } from './provider-workspace.js';

/** What the operator may say in the ProviderConfig beside kcp. */
export interface ProviderConfigWish {
  readonly kcp: 'on' | 'off';
  readonly defaultConnections?: number;
  readonly pollInterval?: string;
  /** What becomes of orders that are gone without a clean-up; they are reported where nothing is said. */
  readonly orphans?: { readonly policy: 'Report' | 'Remove'; readonly grace: string };
  /** Another workspace than the one that is set up. */
  readonly providerWorkspace?: string;
}

/** Installs the provider on the platform cluster and in the provider workspace. */
export class Operator {
  private providerWorkspace: ProviderWorkspace;

  constructor(
    readonly platform: OperatedWorkspace,
    provider: OperatedWorkspace,
  ) {
    this.providerWorkspace = new ProviderWorkspace(provider);
  }

  /** The workspace that holds the export. */
  get provider(): OperatedWorkspace {
    return this.providerWorkspace.place;
  }

  /** The provider has another workspace from now on. */
  moveTo(workspace: OperatedWorkspace): void {
    this.providerWorkspace = new ProviderWorkspace(workspace);
  }

  /** Applies what `manifests` prints and returns the provider's kubeconfig for the platform cluster. */
  async installOnPlatform(address: ServerAddress): Promise<string> {
    return installOnPlatform(this.platform.workspace, await printed('manifests', '--platform=kcp', `--namespace=${providerNamespace}`), address);
  }

  /** Applies what `manifests --kcp` prints and returns the kubeconfig that its token makes. */
  installInProviderWorkspace(address: ServerAddress): Promise<string> {
    return this.providerWorkspace.install(address);
  }

  /** A kubeconfig with a new token; the token before it is worth nothing from now on. */
  rotateKcpToken(address: ServerAddress): Promise<string> {
    return this.providerWorkspace.rotateToken(address);
  }

  /** The APIBinding for consumers, as the operator hands it out. */
  binding(): Promise<RawBody> {
    return this.providerWorkspace.binding();
  }

  /** Creates or replaces a Secret in the provider's namespace on the platform. */
  async putSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.platform.workspace.apply([{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: providerNamespace }, type: 'Opaque', stringData: values }]);
  }

  /** Sets the values of a Secret that exists, and removes all others. */
  async replaceSecret(name: string, values: Readonly<Record<string, string>>): Promise<void> {
    const path = `/api/v1/namespaces/${providerNamespace}/secrets/${name}`;
    const { body } = await this.platform.client.get(path);
    const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]));
    const answer = await this.platform.client.put(path, { ...body, data });
    if (answer.status !== 200) throw new Error(`Secret ${name} could not be replaced: ${answer.text}`);
  }

  async deleteSecret(name: string): Promise<void> {
    await this.platform.client.delete(`/api/v1/namespaces/${providerNamespace}/secrets/${name}`);
  }

  /** Creates or changes the ProviderConfig. */
  async configure(wish: ProviderConfigWish): Promise<void> {
    const kcp = {
      ...this.providerWorkspace.settings(providerNamespace),
      ...(wish.providerWorkspace === undefined ? {} : { providerWorkspace: wish.providerWorkspace }),
      ...(wish.orphans === undefined ? {} : { orphans: wish.orphans.policy, orphanGrace: wish.orphans.grace }),
    };
    await this.platform.workspace.apply([
      {
        apiVersion: 'postgres.services.open-control-plane.io/v1alpha1',
        kind: 'PostgresConfig',
        metadata: { name: 'postgres' },
        spec: {
          serverSecret: { name: 'postgres-server' },
          ...(wish.defaultConnections === undefined ? {} : { defaultConnections: wish.defaultConnections }),
          ...(wish.pollInterval === undefined ? {} : { pollInterval: wish.pollInterval }),
          kcp: wish.kcp === 'on' ? kcp : null,
        },
      },
    ]);
  }

  /** `status` of the ProviderConfig. */
  async status(): Promise<RawBody> {
    return (dig((await this.platform.client.get(providerConfigPath)).body, 'status') ?? {}) as RawBody;
  }

  /** Waits until the export is there and usable, as who looks into the provider workspace sees it. */
  async whenExported(): Promise<void> {
    const path = `/apis/apis.kcp.io/v1alpha2/apiexports/${exportName}`;
    await eventually(async () => (dig((await this.provider.client.get(path)).body, 'status', 'identityHash') === undefined ? undefined : true), { deadlineMs: 60_000, what: 'the export' });
  }

  /** Waits until a condition of the ProviderConfig has this status and a message with these words; returns the message. */
  async whenSays(type: string, status: 'True' | 'False', words: RegExp, deadlineMs = 60_000): Promise<string> {
    let seen: unknown;
    try {
      return await eventually(
        async () => {
          seen = (await this.status())['conditions'];
          const found = (Array.isArray(seen) ? seen : []).find((condition) => dig(condition, 'type') === type);
          const message = String(dig(found, 'message'));
          return dig(found, 'status') === status && words.test(message) ? message : undefined;
        },
        { deadlineMs, what: `the ProviderConfig to say ${type}=${status} with ${String(words)}` },
      );
    } catch (error) {
      throw new Error(`${String(error)}\nThe conditions are: ${JSON.stringify(seen)}`, { cause: error });
    }
  }
}
