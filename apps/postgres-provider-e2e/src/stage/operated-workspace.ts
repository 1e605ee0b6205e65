import { RawClient } from '@kcp-runtime/testing';
import type { KcpAdmin, KcpServer, Workspace } from '@kcp-runtime/testing';

/** A workspace with the operator's own identity in it. */
export interface OperatedWorkspace {
  readonly workspace: Workspace;
  readonly client: RawClient;
}

/** Makes a workspace, and an identity for the operator that may do everything in it. */
export async function operated(admin: KcpAdmin, kcp: KcpServer, path: string): Promise<OperatedWorkspace> {
  const workspace = await admin.createWorkspace(path);
  const { token } = await workspace.serviceAccount({ name: 'operator', clusterRoles: ['cluster-admin'] });
  return { workspace, client: RawClient.open({ url: workspace.url, ca: kcp.ca, token: () => token }) };
}
