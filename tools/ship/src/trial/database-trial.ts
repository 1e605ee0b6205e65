import { expect } from 'expect';
import { postgres } from '@kcp-runtime/postgres-provider';
import { KcpSide, eventually, installOnPlatform, orderMatchers, printedManifests, startPostgres } from '@kcp-runtime/testing';
import type { KcpServer, PostgresServer } from '@kcp-runtime/testing';

expect.extend(orderMatchers);

const DEADLINE_MS = 120_000;
const BIND_ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/kcp-runtime:bind:postgres.services.open-control-plane.io';

/** The reference provider's surroundings: a platform, a provider workspace, a PostgreSQL. The provider itself is whatever a spec starts. */
export class DatabaseTrial {
  static readonly namespace = 'kcp-runtime';

  private constructor(
    private readonly side: KcpSide,
    private readonly database: PostgresServer,
    /** For the platform, as the provider gets it. */
    readonly kubeconfig: string,
  ) {}

  static async prepare(server: KcpServer): Promise<DatabaseTrial> {
    const database = await startPostgres({ version: 18 });
    const side = await KcpSide.prepare(server, postgres, 'root');
    const { namespace } = DatabaseTrial;
    const platform = await side.admin.createWorkspace('root:platform');
    const kubeconfig = await installOnPlatform(platform, await printedManifests(postgres, '--platform=kcp', `--namespace=${namespace}`), server);
    const uri = database.uri(await database.createAdmin());
    await platform.apply([
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'postgres-kcp', namespace }, stringData: { kubeconfig: side.kubeconfig } },
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'pg', namespace }, stringData: { uri, passwordKey: 'k'.repeat(32) } },
      {
        apiVersion: 'postgres.services.open-control-plane.io/v1alpha1',
        kind: 'PostgresConfig',
        metadata: { name: 'postgres' },
        spec: {
          serverSecret: { name: 'pg' },
          kcp: { providerWorkspace: side.providerWorkspace.path, kubeconfigSecret: { name: 'postgres-kcp', namespace }, bind: { groups: ['system:authenticated'] } },
        },
      },
    ]);
    return new DatabaseTrial(side, database, kubeconfig);
  }

  /** A tenant binds once that is offered, orders, sees it Ready, and lets it go. `mustRun` throws when the provider has ended. */
  async order(mustRun: () => void | Promise<void>): Promise<void> {
    await eventually(
      async () => {
        await mustRun();
        return (await this.side.providerWorkspace.client.get(BIND_ROLE)).status === 200 || undefined;
      },
      { deadlineMs: DEADLINE_MS, what: 'the provider to be offered' },
    );
    const red = await this.side.consumer('red');
    await red.order('main', {});
    await red.when('main', (order) => expect(order).toBeReady(), { deadlineMs: DEADLINE_MS });
    await red.delete('main');
    await red.whenGone('main', { deadlineMs: DEADLINE_MS });
  }

  async close(): Promise<void> {
    await this.side.close();
    await this.database.stop();
  }
}
