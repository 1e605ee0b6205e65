/** A kcp beside a platform, with consumers: the provider on the platform reaches it through a gate, and the consumers directly. */
import { randomBytes } from 'node:crypto';
import { KcpAdmin, RawClient, startGate, startKcp } from '@kcp-runtime/testing';
import type { Canaries, Env, Gate, KcpDriverName, KcpServer, RawBody } from '@kcp-runtime/testing';
import { Consumer } from '../stage/consumer.js';
import { operated } from '../stage/operated-workspace.js';
import { ProviderWorkspace } from '../stage/provider-workspace.js';
import { systemNamespace } from './names.js';

/** Which kcp, and who hears of its tokens. */
export interface KcpBesideOptions {
  readonly driver: KcpDriverName;
  readonly env: Env;
  readonly canaries: Canaries;
}

/** A running kcp with a provider workspace. Its owner closes it. */
export class KcpBeside {
  readonly consumers: Consumer[] = [];

  private constructor(
    private readonly kcp: KcpServer,
    private readonly gate: Gate,
    private readonly admin: KcpAdmin,
    private readonly root: string,
    private readonly provider: ProviderWorkspace,
    /** The provider's, for its workspace. */
    readonly kubeconfig: string,
  ) {}

  static async open({ driver, env, canaries }: KcpBesideOptions): Promise<KcpBeside> {
    const kcp = await startKcp({ driver, env });
    const gate = await startGate({ upstream: kcp, canaries });
    const admin = KcpAdmin.connect(kcp, { canaries });
    const root = `root:run-${randomBytes(4).toString('hex')}`;
    const provider = new ProviderWorkspace(await operated(admin, kcp, `${root}:provider`));
    return new KcpBeside(kcp, gate, admin, root, provider, await provider.install(gate));
  }

  /** `spec.kcp` of the ProviderConfig. */
  get settings(): RawBody {
    return this.provider.settings(systemNamespace);
  }

  /** A tenant with a workspace of his own, who has bound the API. */
  async consumer(name: string): Promise<Consumer> {
    const workspace = await this.admin.createWorkspace(`${this.root}:${name}`);
    const { token, kubeconfig } = await workspace.serviceAccount({ name: `owner-${name}`, clusterRoles: ['cluster-admin'] });
    const client = RawClient.open({ url: workspace.url, ca: this.kcp.ca, token: () => token });
    const consumer = new Consumer(name, workspace, client, kubeconfig, await this.provider.binding());
    this.consumers.push(consumer);
    await consumer.bind();
    return consumer;
  }

  /** The provider finds nobody at kcp's address, and what was open is broken. */
  goAway(): Promise<void> {
    return this.gate.refuse();
  }

  /** It is there again. */
  comeBack(): Promise<void> {
    return this.gate.accept();
  }

  async close(): Promise<void> {
    await this.gate.stop();
    await Promise.all([this.admin, this.provider.place.client, ...this.consumers.map(({ client }) => client)].map((client) => client.close()));
    await this.kcp.stop();
  }
}
