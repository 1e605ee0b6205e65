/**
 * Everything that one story needs: a kcp, a PostgreSQL, the platform and the provider workspace set up by the operator, and
 * consumers with workspaces of their own. All names carry a random run name, so that stories can share one kcp.
 */
import { randomBytes } from 'node:crypto';
import { Canaries, KcpAdmin, RawClient, startGate, startKcp, startPostgres } from '@kcp-runtime/testing';
import type { Env, Gate, KcpDriverName, KcpServer, PostgresServer, ServerAddress } from '@kcp-runtime/testing';
import { Consumer } from './consumer.js';
import { madeOnServer } from './made-on-server.js';
import type { MadeOnServer } from './made-on-server.js';
import { providerNamespace } from './names.js';
import { operated } from './operated-workspace.js';
import { Operator } from './operator.js';
import { examined, ProviderProcess } from './provider-process.js';
import type { CommandEnd } from './provider-process.js';

/** What to set up. */
export interface StageOptions {
  readonly driver: KcpDriverName;
  readonly env: Env;
  /** Whether the provider reaches kcp itself, or through the fault gate. */
  readonly way: 'direct' | 'gate';
  /** A kcp that nobody else uses, for who restarts it. */
  readonly own?: 'always';
  /** Hears in plain words what happens. */
  readonly tell?: (line: string) => void;
}

/** A set-up that a story plays on. Its owner closes it. */
export class Stage {
  readonly operator: Operator;
  private readonly processes: ProviderProcess[] = [];
  readonly consumers: Consumer[] = [];
  private readonly commands: string[] = [];
  private pods = 0;

  private constructor(
    readonly run: string,
    readonly kcp: KcpServer,
    readonly postgres: PostgresServer,
    private readonly throughGate: Gate | undefined,
    readonly canaries: Canaries,
    readonly admin: KcpAdmin,
    private readonly platformKubeconfig: string,
    /** What stands in the Secret `kcp-provider`. */
    readonly kcpKubeconfig: string,
    /** Where the provider reaches kcp: itself, or the gate. */
    readonly address: ServerAddress,
    operator: Operator,
    readonly tell: (line: string) => void,
  ) {
    this.operator = operator;
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { driver, env, way, tell = () => undefined } = options;
    const run = `run-${randomBytes(4).toString('hex')}`;
    const canaries = new Canaries();
    tell(driver === 'emulator' ? 'Starting a kcp: the emulator, in this process.' : `Starting a real kcp (${driver}); this takes half a minute.`);
    const kcp = await startKcp({ driver, env, ...(options.own === undefined ? {} : { own: options.own }) });
    tell('Starting a real PostgreSQL 18.');
    const postgres = await startPostgres({ version: 18 });
    const gate = way === 'gate' ? await startGate({ upstream: kcp }) : undefined;
    const admin = KcpAdmin.connect(kcp, { canaries });
    tell('Setting up: a workspace that plays the platform cluster, and a provider workspace.');
    const operator = new Operator(await operated(admin, kcp, `root:${run}:platform`), await operated(admin, kcp, `root:${run}:provider`));
    const address = { url: gate?.url ?? kcp.url, ca: gate?.ca ?? kcp.ca };
    const platformKubeconfig = await operator.installOnPlatform(address);
    const kcpKubeconfig = await operator.installInProviderWorkspace(address);
    const databaseAdmin = await postgres.createAdmin();
    const passwordKey = randomBytes(32).toString('hex');
    canaries.add(databaseAdmin.password, "the database admin's password");
    canaries.add(passwordKey, 'the key of the passwords');
    for (const [text, what] of [[platformKubeconfig, 'platform'], [kcpKubeconfig, 'kcp']] as const) canaries.add(tokenOf(text), `the provider's ${what} token`);
    await operator.putSecret('postgres-server', { uri: postgres.uri(databaseAdmin), passwordKey });
    await operator.putSecret('kcp-provider', { kubeconfig: kcpKubeconfig });
    return new Stage(run, kcp, postgres, gate, canaries, admin, platformKubeconfig, kcpKubeconfig, address, operator, tell);
  }

  /** The gate that the provider's requests go through. */
  get gate(): Gate {
    if (this.throughGate === undefined) throw new Error('This stage was opened without a gate.');
    return this.throughGate;
  }

  /** Starts another provider process; each is a pod of its own unless a name says otherwise. */
  async startProvider(podName = `postgres-${this.pods++}`): Promise<ProviderProcess> {
    const process = await ProviderProcess.start({ kubeconfig: this.platformKubeconfig, namespace: providerNamespace, podName });
    this.processes.push(process);
    return process;
  }

  /** Makes the provider workspace again that was deleted, installs there, and hands its kubeconfig out; returns its logical cluster. */
  async replaceProviderWorkspace(): Promise<string> {
    const { workspace, client } = this.operator.provider;
    await client.close();
    const fresh = await operated(this.admin, this.kcp, workspace.path);
    this.operator.moveTo(fresh);
    const kubeconfig = await this.operator.installInProviderWorkspace(this.address);
    this.canaries.add(tokenOf(kubeconfig), "the provider's token for its new workspace");
    await this.operator.putSecret('kcp-provider', { kubeconfig });
    return fresh.workspace.cluster;
  }

  /** Ends all provider processes in good order. */
  async stopProviders(): Promise<void> {
    await Promise.all(this.processes.filter((process) => process.running).map((process) => process.stop()));
  }

  /** What the provider's doctor says now. */
  async doctor(): Promise<CommandEnd> {
    const end = await examined({ kubeconfig: this.platformKubeconfig, namespace: providerNamespace });
    this.commands.push(end.out, end.err);
    return end;
  }

  /** A tenant with a new workspace and an identity that rules in it and nowhere else. */
  async consumer(name: string): Promise<Consumer> {
    const workspace = await this.admin.createWorkspace(`root:${this.run}:${name}`);
    const access = await workspace.serviceAccount({ name: `owner-${name}`, clusterRoles: ['cluster-admin'] });
    const client = RawClient.open({ url: workspace.url, ca: this.kcp.ca, token: () => access.token });
    const consumer = new Consumer(name, workspace, client, access.kubeconfig, await this.operator.binding());
    this.consumers.push(consumer);
    return consumer;
  }

  /** Names of the databases and of the roles that the provider has made on the PostgreSQL server. */
  onServer(): Promise<MadeOnServer> {
    return madeOnServer(this.postgres);
  }

  /** All that the processes of this stage have written. */
  output(): string {
    return [...this.processes.map((process) => process.output()), ...this.commands].join('\n');
  }

  /** The figures of the processes that run. */
  async figures(): Promise<string> {
    return (await Promise.all(this.processes.map((process) => process.figures()))).join('\n');
  }

  /** What the processes that have ended left as the reason. */
  terminationMessages(): string {
    return this.processes.map((process) => process.terminationMessage()).join('\n');
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.filter((process) => process.running).map((process) => process.kill()));
    await this.throughGate?.stop();
    await Promise.all([this.admin, this.operator.platform.client, this.operator.provider.client, ...this.consumers.map(({ client }) => client)].map((client) => client.close()));
    await this.postgres.stop();
    await this.kcp.stop();
  }
}

function tokenOf(kubeconfig: string): string {
  return /token: (\S+)/.exec(kubeconfig)?.[1] ?? '';
}
