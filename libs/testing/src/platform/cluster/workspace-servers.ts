import type { KcpAdmin } from '../../admin/kcp-admin.js';
import { serviceAccountToken } from '../../admin/service-account.js';
import type { Canaries } from '../../canaries.js';
import type { ApiServers } from './api-servers.js';
import { PlatformCluster } from './platform-cluster.js';

/** Each cluster is a logical cluster of one kcp, with an admin of its own. */
export class WorkspaceServers implements ApiServers {
  private readonly clusters = new Map<string, PlatformCluster>();
  private count = 0;

  constructor(
    private readonly admin: KcpAdmin,
    private readonly kcp: { readonly url: string; readonly ca: string },
    private readonly canaries: Canaries | undefined,
  ) {}

  async serve(name: string): Promise<PlatformCluster> {
    const found = this.clusters.get(name);
    if (found !== undefined) return found;
    const workspace = await this.admin.createWorkspace(`root:cluster-${++this.count}`);
    const adminToken = await serviceAccountToken(workspace.client, { name: 'platform-admin', clusterRoles: ['cluster-admin'] });
    const cluster = new PlatformCluster(name, { url: workspace.url, ca: this.kcp.ca, adminToken }, this.canaries);
    this.clusters.set(name, cluster);
    return cluster;
  }

  async remove(name: string): Promise<void> {
    const cluster = this.clusters.get(name);
    if (cluster === undefined) return;
    this.clusters.delete(name);
    await cluster.client.close();
    await this.admin.deleteWorkspace(new URL(cluster.url).pathname.replace('/clusters/', ''));
  }

  async close(): Promise<void> {
    await Promise.all([...this.clusters.values()].map(({ client }) => client.close()));
  }
}
