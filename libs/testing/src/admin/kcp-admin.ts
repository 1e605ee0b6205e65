/**
 * The admin of a test's kcp: makes workspaces and what must stand in them before the thing under test starts.
 * Nothing under test ever gets its identity.
 */
import type { Canaries } from '../canaries.js';
import type { KcpServer } from '../drivers/kcp-server.js';
import { eventually } from '../wait/eventually.js';
import { readAdminKubeconfig } from './kubeconfig-text.js';
import { RawClient, dig } from './raw-client.js';
import type { RawObserver } from './raw-client.js';
import { expectStatus } from './unexpected-answer.js';
import { Workspace } from './workspace.js';

const WORKSPACES = '/apis/tenancy.kcp.io/v1alpha1/workspaces';
const READY_DEADLINE_MS = 60_000;

/** What an admin may be given. */
export interface KcpAdminOptions {
  /** Gets every token that the admin makes, and its own. */
  readonly canaries?: Canaries;
  /** Sees every request that is made through the admin or what it gives out. */
  readonly observer?: RawObserver;
}

/** Set-up with kcp's admin identity, which is read anew from the server before each request. */
export class KcpAdmin {
  /** Requests as the admin, with paths from `/clusters/…` or `/services/…` on. */
  readonly client: RawClient;
  private readonly canaries: Canaries | undefined;

  private constructor(
    private readonly kcp: Pick<KcpServer, 'url' | 'ca' | 'adminKubeconfig'>,
    { canaries, observer }: KcpAdminOptions,
  ) {
    this.canaries = canaries;
    const token = (): string => {
      const own = readAdminKubeconfig(kcp.adminKubeconfig).token;
      canaries?.add(own, "kcp's admin token");
      return own;
    };
    this.client = RawClient.open({ url: kcp.url, ca: kcp.ca, token, ...(observer === undefined ? {} : { observer }) });
  }

  static connect(kcp: Pick<KcpServer, 'url' | 'ca' | 'adminKubeconfig'>, options: KcpAdminOptions = {}): KcpAdmin {
    return new KcpAdmin(kcp, options);
  }

  /** Makes the workspace at `path` (`root:team:red`) and those above it that are missing, and waits until it is Ready. */
  async createWorkspace(path: string): Promise<Workspace> {
    const segments = path.split(':');
    for (let depth = 2; depth <= segments.length; depth++) {
      await this.createChild(segments.slice(0, depth - 1).join(':'), segments[depth - 1] ?? '');
    }
    return this.workspace(path);
  }

  /** A workspace that is there already. */
  async workspace(path: string): Promise<Workspace> {
    const client = this.client.below(`/clusters/${path}`);
    const logicalCluster = '/apis/core.kcp.io/v1alpha1/logicalclusters/cluster';
    const { body } = expectStatus(await client.get(logicalCluster), 'GET', `${path} ${logicalCluster}`, 200);
    const cluster = String(dig(body, 'metadata', 'annotations', 'kcp.io/cluster'));
    return new Workspace({ path, cluster, url: this.kcp.url, ca: this.kcp.ca }, client, (token, what) => this.canaries?.add(token, what));
  }

  /** Deletes the workspace and does not wait for what is in it. */
  async deleteWorkspace(path: string): Promise<void> {
    const at = this.childPath(path);
    expectStatus(await this.client.delete(at), 'DELETE', at, 200);
  }

  /** Waits until the workspace is gone; a provider's finalizers hold it. */
  async whenWorkspaceGone(path: string, deadlineMs = READY_DEADLINE_MS): Promise<void> {
    await eventually(async () => ((await this.client.get(this.childPath(path))).status === 404 ? true : undefined), { deadlineMs, what: `workspace ${path} to be gone` });
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private childPath(path: string): string {
    const cut = path.lastIndexOf(':');
    return `/clusters/${path.slice(0, cut)}${WORKSPACES}/${path.slice(cut + 1)}`;
  }

  private async createChild(parent: string, name: string): Promise<void> {
    const collection = `/clusters/${parent}${WORKSPACES}`;
    // `universal` may stand anywhere; the default type of root's children may not have children of its own kind.
    const workspace = { apiVersion: 'tenancy.kcp.io/v1alpha1', kind: 'Workspace', metadata: { name }, spec: { type: { name: 'universal', path: 'root' } } };
    // A parent that has just become Ready may not serve all its APIs yet, and a kcp that has just started answers 503 for some.
    const created = await eventually(
      async () => {
        const answer = await this.client.post(collection, workspace);
        return [403, 404, 503].includes(answer.status) ? undefined : answer;
      },
      { deadlineMs: READY_DEADLINE_MS, what: `${collection} to take workspaces` },
    );
    expectStatus(created, 'POST', collection, 201, 409);
    await eventually(
      async () => {
        const { body } = await this.client.get(`${collection}/${name}`);
        return dig(body, 'status', 'phase') === 'Ready' ? true : undefined;
      },
      { deadlineMs: READY_DEADLINE_MS, what: `workspace ${parent}:${name} to be Ready` },
    );
  }
}
