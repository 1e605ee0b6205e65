/** One workspace, set up by the admin: what a person would do there with kubectl before a provider or a consumer starts to work. */
import { eventually } from '../wait/eventually.js';
import { applyDocuments } from './apply-documents.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { dig } from './raw-client.js';
import type { RawBody, RawClient } from './raw-client.js';
import { serviceAccountToken } from './service-account.js';
import type { ApplyOptions, BindRequest, ServiceAccountRequest } from './set-up.js';
import { expectStatus } from './unexpected-answer.js';

const BINDINGS = '/apis/apis.kcp.io/v1alpha2/apibindings';

/** What a workspace needs of its server. */
export interface WorkspacePlace {
  readonly path: string;
  /** Name of its logical cluster. */
  readonly cluster: string;
  /** Base URL of the server. */
  readonly url: string;
  readonly ca: string;
}

/** A token of a ServiceAccount, and the kubeconfig of its workspace with it. */
export interface ServiceAccountAccess {
  readonly token: string;
  readonly kubeconfig: string;
}

/** A workspace that exists. */
export class Workspace {
  readonly path: string;
  readonly cluster: string;
  /** `<server>/clusters/<path>`. */
  readonly url: string;

  constructor(
    private readonly place: WorkspacePlace,
    /** The admin's requests, below `/clusters/<path>`. */
    readonly client: RawClient,
    private readonly onToken: (token: string, what: string) => void,
  ) {
    this.path = place.path;
    this.cluster = place.cluster;
    this.url = `${place.url}/clusters/${place.path}`;
  }

  /** Creates objects, or merges them into those that are there. */
  apply(documents: string | readonly RawBody[], options: ApplyOptions = {}): Promise<RawBody[]> {
    return applyDocuments(this.client, documents, options);
  }

  /** Makes a ServiceAccount with rights, and a token of one day for it. */
  async serviceAccount(request: ServiceAccountRequest): Promise<ServiceAccountAccess> {
    const token = await serviceAccountToken(this.client, request);
    this.onToken(token, `token of ServiceAccount ${request.namespace ?? 'default'}/${request.name} in ${this.path}`);
    return { token, kubeconfig: this.kubeconfig(token) };
  }

  /** A kubeconfig whose server is this workspace. */
  kubeconfig(token: string): string {
    return kubeconfigText({ server: this.url, ca: this.place.ca, token });
  }

  /** Creates the APIBinding, or changes its decisions about the claims, and does not wait. */
  async startBinding(request: BindRequest): Promise<RawBody> {
    const [binding = {}] = await this.apply([bindingObject(request)]);
    return binding;
  }

  /** Creates the APIBinding and waits until it is Bound; 60 s, since the first use of a schema takes some. */
  async bind(request: BindRequest): Promise<RawBody> {
    await this.startBinding(request);
    const path = `${BINDINGS}/${request.name ?? request.export}`;
    return eventually(
      async () => {
        const { body } = await this.client.get(path);
        return dig(body, 'status', 'phase') === 'Bound' ? body : undefined;
      },
      { deadlineMs: 60_000, what: `${path} in ${this.path} to be Bound` },
    );
  }

  /** Deletes the APIBinding and does not wait for its objects. */
  async unbind(name: string): Promise<void> {
    const path = `${BINDINGS}/${name}`;
    expectStatus(await this.client.delete(path), 'DELETE', path, 200);
  }
}

function bindingObject(request: BindRequest): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha2',
    kind: 'APIBinding',
    metadata: { name: request.name ?? request.export },
    spec: {
      reference: { export: { path: request.path, name: request.export } },
      ...(request.claims === undefined ? {} : { permissionClaims: request.claims.map((claim) => ({ selector: { matchAll: true }, ...claim })) }),
    },
  };
}
