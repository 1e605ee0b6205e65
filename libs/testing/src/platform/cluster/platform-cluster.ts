import type { Canaries } from '../../canaries.js';
import { applyDocuments } from '../../admin/apply-documents.js';
import { kubeconfigText } from '../../admin/kubeconfig-text.js';
import { RawClient } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { serviceAccountToken } from '../../admin/service-account.js';
import type { ApplyOptions, ServiceAccountRequest } from '../../admin/set-up.js';
import type { ServiceAccountAccess } from '../../admin/workspace.js';

/** Where an API server is, and who rules there. */
export interface ClusterAddress {
  /** With its path, without a slash at its end. */
  readonly url: string;
  readonly ca: string;
  /** A token that may do everything. */
  readonly adminToken: string;
}

/** One cluster of a platform: the platform itself, onboarding, a ControlPlane's, or one that an order asked for. */
export class PlatformCluster {
  readonly url: string;
  readonly ca: string;
  /** For people and for what is no part of the test: it may do everything. */
  readonly adminKubeconfig: string;
  /** The admin's requests. Closed with the platform. */
  readonly client: RawClient;

  constructor(
    readonly name: string,
    { url, ca, adminToken }: ClusterAddress,
    private readonly canaries: Canaries | undefined,
  ) {
    this.url = url;
    this.ca = ca;
    canaries?.add(adminToken, `admin token of cluster ${name}`);
    this.adminKubeconfig = this.kubeconfig(adminToken);
    this.client = RawClient.open({ url, ca, token: () => adminToken });
  }

  /** Creates objects, or merges them into those that are there. */
  apply(documents: string | readonly RawBody[], options: ApplyOptions = {}): Promise<RawBody[]> {
    return applyDocuments(this.client, documents, options);
  }

  /** Makes a ServiceAccount with rights, and a token of one day for it. */
  async serviceAccount(request: ServiceAccountRequest): Promise<ServiceAccountAccess> {
    const token = await serviceAccountToken(this.client, request);
    this.canaries?.add(token, `token of ServiceAccount ${request.name} in cluster ${this.name}`);
    return { token, kubeconfig: this.kubeconfig(token) };
  }

  /** A kubeconfig of this cluster. */
  kubeconfig(token: string): string {
    return kubeconfigText({ server: this.url, ca: this.ca, token });
  }
}
