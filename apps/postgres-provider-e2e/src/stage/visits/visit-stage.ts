/**
 * What the stories about leases and fairness play on: a kcp, a PostgreSQL with the book of visits, and processes of the visiting
 * provider. Each process reaches the platform cluster through a gate of its own, and kcp through one that all share: a process
 * that has lost its lease could still do everything.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { KcpAdmin, dig, eventually, installInProviderWorkspace, installOnPlatform, printedManifests, startGate, startKcp, startPostgres } from '@kcp-runtime/testing';
import type { BindRequest, Gate, KcpDriverName, KcpServer, PostgresServer, RawBody, Workspace } from '@kcp-runtime/testing';
import { load } from 'js-yaml';
import { VISITS_TABLE } from '../../lease-provider/visit-book.js';
import { visitsProvider } from '../../lease-provider/visits.provider.js';
import { ProviderProcess } from '../provider-process.js';
import { PostTenant, postsGroup } from './post-tenant.js';
import { VisitRecord } from './visit-record.js';

const namespace = 'visits-system';
const leasePath = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/visits-kcp`;
const exportPath = `/apis/apis.kcp.io/v1alpha2/apiexports/${postsGroup}`;
const program = fileURLToPath(new URL('../../../dist/lease-provider/main.js', import.meta.url));

/** A process of the provider, with the gate between it and the platform cluster. */
export interface Visitor {
  readonly process: ProviderProcess;
  readonly platformGate: Gate;
}

/** A set-up for one story. Its owner closes it. */
export class VisitStage {
  readonly visitors: Visitor[] = [];
  readonly record: VisitRecord;
  private tenants = 0;

  private constructor(
    private readonly run: string,
    private readonly kcp: KcpServer,
    private readonly postgres: PostgresServer,
    private readonly admin: KcpAdmin,
    /** Between all processes and kcp. */
    readonly kcpGate: Gate,
    private readonly platform: Workspace,
    private readonly provider: Workspace,
    private readonly platformKubeconfig: string,
  ) {
    this.record = new VisitRecord(postgres);
  }

  static async open(driver: KcpDriverName, env: NodeJS.ProcessEnv): Promise<VisitStage> {
    const run = `run-${randomBytes(4).toString('hex')}`;
    const kcp = await startKcp({ driver, env });
    const postgres = await startPostgres({ version: 18 });
    await postgres.query(VISITS_TABLE);
    const kcpGate = await startGate({ upstream: kcp });
    const admin = KcpAdmin.connect(kcp);
    const platform = await admin.createWorkspace(`root:${run}:platform`);
    const provider = await admin.createWorkspace(`root:${run}:provider`);
    const platformKubeconfig = await installOnPlatform(platform, await printedManifests(visitsProvider, '--platform=kcp', `--namespace=${namespace}`), kcp);
    const manifests = await printedManifests(visitsProvider, '--kcp', '--part=workspace', `--provider-workspace=${provider.path}`);
    const { kubeconfig } = await installInProviderWorkspace(provider, manifests, kcpGate);
    await platform.apply([secret('visits-database', { uri: postgres.uri() }), secret('visits-kcp-access', { kubeconfig })]);
    return new VisitStage(run, kcp, postgres, admin, kcpGate, platform, provider, platformKubeconfig);
  }

  /** Says how the handler behaves, in fields of the ProviderConfig's spec; the first time it switches kcp on. */
  async configure(behaviour: RawBody): Promise<void> {
    const kcp = { providerWorkspace: this.provider.path, kubeconfigSecret: { name: 'visits-kcp-access', namespace } };
    await this.platform.apply([{ apiVersion: `${postsGroup}/v1`, kind: 'VisitsConfig', metadata: { name: 'visits' }, spec: { ...behaviour, kcp } }]);
  }

  /** Starts another process; it campaigns for the lease. */
  async startVisitor(): Promise<Visitor> {
    const podName = `visits-${this.visitors.length}`;
    const platformGate = await startGate({ upstream: this.kcp });
    const process = await ProviderProcess.start({ program, kubeconfig: platformGate.kubeconfig(this.platformKubeconfig), namespace, podName });
    const visitor = { process, platformGate };
    this.visitors.push(visitor);
    return visitor;
  }

  /** A tenant who has bound the API. */
  async tenant(): Promise<PostTenant> {
    await eventually(async () => dig((await this.provider.client.get(exportPath)).body, 'status', 'identityHash'), { deadlineMs: 60_000, what: 'the export' });
    const workspace = await this.admin.createWorkspace(`root:${this.run}:tenant-${this.tenants++}`);
    const printed = await printedManifests(visitsProvider, '--kcp', '--part=binding', `--provider-workspace=${this.provider.path}`);
    const claims = dig(load(printed), 'spec', 'permissionClaims') as BindRequest['claims'];
    await workspace.bind({ path: this.provider.path, export: postsGroup, claims });
    return new PostTenant(workspace);
  }

  /** Writes into the Lease as somebody who is no process of ours. */
  async scribble(spec: RawBody): Promise<void> {
    const answer = await this.platform.client.merge(leasePath, { spec });
    if (answer.status !== 200) throw new Error(`The Lease could not be written: ${answer.text}`);
  }

  async close(): Promise<void> {
    await Promise.all(this.visitors.filter(({ process }) => process.running).map(({ process }) => process.kill()));
    await Promise.all([this.kcpGate, ...this.visitors.map(({ platformGate }) => platformGate)].map((gate) => gate.stop()));
    await this.admin.close();
    await this.postgres.stop();
    await this.kcp.stop();
  }
}

function secret(name: string, stringData: Readonly<Record<string, string>>): RawBody {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData };
}
