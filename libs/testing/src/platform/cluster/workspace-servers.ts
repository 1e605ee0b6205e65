import type { KcpAdmin } from '../../admin/kcp-admin.js';
import { serviceAccountToken } from '../../admin/service-account.js';
import type { ApiServers } from './api-servers.js';
import { PlatformCluster } from './platform-cluster.js';
import type { ClusterSettings } from './platform-cluster.js';

/** Each cluster is a logical cluster of one kcp, with an admin of its own. */
export class WorkspaceServers implements ApiServers {
  private readonly clusters = new Map<string, { readonly path: string; readonly cluster: PlatformCluster }>();
  private count = 0;

  constructor(
    private readonly admin: KcpAdmin,
    private readonly kcp: { readonly ca: string },
    private readonly settings: ClusterSettings,
  ) {}

  async serve(name: string): Promise<PlatformCluster> {
    const found = this.clusters.get(name);
    if (found !== undefined) return found.cluster;
    const { client, url, path } = await this.admin.createWorkspace(`root:cluster-${++this.count}`);
    const adminToken = await serviceAccountToken(client, { name: 'platform-admin', clusterRoles: ['cluster-admin'] });
    const cluster = await PlatformCluster.open(name, { url, ca: this.kcp.ca, adminToken }, this.settings);
    this.clusters.set(name, { path, cluster });
    return cluster;
  }

  async remove(name: string): Promise<void> {
    const found = this.clusters.get(name);
    if (found === undefined) return;
    this.clusters.delete(name);
    await found.cluster.close();
    await this.admin.deleteWorkspace(found.path);
  }

  async close(): Promise<void> {
    await Promise.all([...this.clusters.values()].map(({ cluster }) => cluster.close()));
  }
}
