import type { Provider } from '@kcp-runtime/nest';
import { load } from 'js-yaml';
import { installInProviderWorkspace } from '../admin/install-provider.js';
import { KcpAdmin } from '../admin/kcp-admin.js';
import type { BindRequest } from '../admin/set-up.js';
import type { Workspace } from '../admin/workspace.js';
import type { KcpServer } from '../drivers/kcp-server.js';
import { firstApi } from '../provider/first-api.js';
import { printedManifests } from '../provider/printed-manifests.js';
import { TestConsumer } from '../tenant/test-consumer.js';

/** What kcp is to a provider under test: a provider workspace, set up by what `manifests --kcp` prints, and consumers that bind. */
export class KcpSide {
  private constructor(
    readonly kcp: KcpServer,
    readonly admin: KcpAdmin,
    readonly providerWorkspace: Workspace,
    /** The provider's, for that workspace. */
    readonly kubeconfig: string,
    private readonly provider: Provider,
    private readonly root: string,
  ) {}

  /** @param root the workspace below which all others are made */
  static async prepare(kcp: KcpServer, provider: Provider, root: string): Promise<KcpSide> {
    const admin = KcpAdmin.connect(kcp);
    const workspace = await admin.createWorkspace(`${root}:providers:${provider.name}`);
    const { kubeconfig } = await installInProviderWorkspace(workspace, await printedManifests(provider, '--kcp'), kcp);
    return new KcpSide(kcp, admin, workspace, kubeconfig, provider, root);
  }

  /** A consumer with a workspace of his own that has bound the export and accepted every claim. */
  async consumer(name: string): Promise<TestConsumer> {
    const workspace = await this.admin.createWorkspace(`${this.root}:consumers:${name}`);
    await workspace.bind(await this.bindRequest());
    return new TestConsumer(workspace, firstApi(this.provider, name));
  }

  /** What a consumer binds when he accepts every claim: as the provider prints it. */
  async bindRequest(): Promise<BindRequest> {
    const printed = await printedManifests(this.provider, '--kcp', '--part=binding', `--provider-workspace=${this.providerWorkspace.path}`);
    const { reference, permissionClaims } = (load(printed) as PrintedBinding).spec;
    return { path: reference.export.path, export: reference.export.name, claims: permissionClaims };
  }

  /** Ends the admin's connection, then kcp. */
  async close(): Promise<void> {
    await this.admin.close();
    await this.kcp.stop();
  }
}

interface PrintedBinding {
  readonly spec: {
    readonly reference: { readonly export: { readonly path: string; readonly name: string } };
    readonly permissionClaims: BindRequest['claims'];
  };
}
