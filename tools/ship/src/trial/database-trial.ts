import { postgres } from '@kcp-runtime/postgres-provider';
import { KcpSide, installOnPlatform, printedManifests, startPostgres } from '@kcp-runtime/testing';
import type { KcpServer, PostgresServer } from '@kcp-runtime/testing';
import { orderDatabase } from './order-database.js';

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

  /** See {@link orderDatabase}. */
  order(mustRun: () => void | Promise<void>): Promise<void> {
    return orderDatabase(this.side, mustRun);
  }

  async close(): Promise<void> {
    await this.side.close();
    await this.database.stop();
  }
}
