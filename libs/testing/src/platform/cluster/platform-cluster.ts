import type { Canaries } from '../../canaries.js';
import { applyDocuments } from '../../admin/apply-documents.js';
import type { ServerAddress } from '../../admin/install-provider.js';
import { kubeconfigText } from '../../admin/kubeconfig-text.js';
import { RawClient } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { serviceAccountToken } from '../../admin/service-account.js';
import type { ApplyOptions, ServiceAccountRequest } from '../../admin/set-up.js';
import type { ServiceAccountAccess } from '../../admin/workspace.js';
import type { Gate } from '../../gate/gate.js';
import { startGate } from '../../gate/start-gate.js';

/** Where an API server is, and who rules there. */
export interface ClusterAddress extends ServerAddress {
  /** A token that may do everything. */
  readonly adminToken: string;
}

/** How the clusters of a platform are reached by who is under test, and who hears of their tokens. */
export interface ClusterSettings {
  /** Directly, or through a fault gate of each cluster's own. */
  readonly way: 'direct' | 'gate';
  readonly canaries?: Canaries;
}

/** One cluster of a platform: the platform itself, onboarding, a ControlPlane's, or one that an order asked for. */
export class PlatformCluster {
  /** For people and for what is no part of the test: it may do everything, and goes past the gate. */
  readonly adminKubeconfig: string;
  /** The admin's requests, past the gate. Closed with the platform. */
  readonly client: RawClient;

  private constructor(
    readonly name: string,
    /** The server itself. */
    readonly server: ServerAddress,
    private readonly throughGate: Gate | undefined,
    private readonly canaries: Canaries | undefined,
    adminToken: string,
  ) {
    canaries?.add(adminToken, `admin token of cluster ${name}`);
    this.adminKubeconfig = kubeconfigText({ server: server.url, ca: server.ca, token: adminToken });
    this.client = RawClient.open({ ...server, token: () => adminToken });
  }

  static async open(name: string, { url, ca, adminToken }: ClusterAddress, { way, canaries }: ClusterSettings): Promise<PlatformCluster> {
    const upstream = { url: new URL(url).origin, ca };
    const gate = way === 'gate' ? await startGate({ upstream, ...(canaries === undefined ? {} : { canaries }) }) : undefined;
    return new PlatformCluster(name, { url, ca }, gate, canaries, adminToken);
  }

  /** Where who is under test reaches it: the gate, where there is one. */
  get address(): ServerAddress {
    const gate = this.throughGate;
    if (gate === undefined) return this.server;
    return { url: gate.url + new URL(this.server.url).pathname.replace(/\/$/, ''), ca: gate.ca };
  }

  /** The gate that everybody under test goes through. */
  get gate(): Gate {
    if (this.throughGate === undefined) throw new Error(`Cluster ${this.name} has no gate: start the platform with { way: 'gate' }.`);
    return this.throughGate;
  }

  /** Creates objects, or merges them into those that are there. */
  apply(documents: string | readonly RawBody[], options: ApplyOptions = {}): Promise<RawBody[]> {
    return applyDocuments(this.client, documents, options);
  }

  /** Makes a ServiceAccount with rights, and a token of one day for it. */
  async serviceAccount(request: ServiceAccountRequest): Promise<ServiceAccountAccess> {
    const token = await serviceAccountToken(this.client, request);
    this.heard(token, `token of ServiceAccount ${request.name}`);
    return { token, kubeconfig: this.kubeconfig(token) };
  }

  /** A token of this cluster was issued. */
  heard(token: string, what: string): void {
    this.canaries?.add(token, `${what} in cluster ${this.name}`);
  }

  /** A kubeconfig of this cluster for who is under test. */
  kubeconfig(token: string): string {
    return kubeconfigText({ server: this.address.url, ca: this.address.ca, token });
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.throughGate?.stop();
  }
}
