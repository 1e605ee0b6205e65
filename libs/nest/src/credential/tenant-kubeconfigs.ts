/**
 * Keeps the kubeconfigs of workers on the platform cluster: one Secret an order, in the namespace of its tenant, in the shape
 * of an AccessRequest's Secret.
 */
import { NotFound } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { kubeconfigSecretName, requestLabels, requestName } from '@kcp-runtime/openmcp';
import type { OrderOwner } from '../customer/order-owner.js';
import { ForeignObject } from '../customer/customer-errors.js';
import { ORDER_LABEL } from '../customer/marks.js';
import { SECRETS } from './credential-need.js';
import { CLUSTER_LABEL, tenantNamespaceOf, TenantNamespaces } from './tenant-namespaces.js';

const FINGERPRINT_ANNOTATION = 'kcp-runtime.open-control-plane.io/made-from';
const ID = 'mcp';

/** A kubeconfig that stands on the platform, without its content. */
export interface KeptKubeconfig {
  readonly fingerprint: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** What is to be kept. */
export interface NewKubeconfig extends KeptKubeconfig {
  readonly kubeconfig: string;
}

/** Whose kubeconfig it is. */
export interface KubeconfigOwner {
  readonly order: OrderOwner;
  /** Of the offer: the first part of a request's name. */
  readonly controller: string;
}

export class TenantKubeconfigs {
  readonly #namespaces: TenantNamespaces;

  constructor(private readonly platform: KubeApi) {
    this.#namespaces = new TenantNamespaces(platform);
  }

  /** What stands there; `undefined` where there is none that can be read. */
  async read(of: KubeconfigOwner, signal: AbortSignal): Promise<KeptKubeconfig | undefined> {
    try {
      return kept(await this.#secrets().get(refOf(of), { signal }), of);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async write(of: KubeconfigOwner, config: NewKubeconfig, signal: AbortSignal): Promise<void> {
    const secret = secretOf(of, config);
    const { labels, annotations } = secret.metadata;
    try {
      await this.#secrets().mergePatch(refOf(of), { metadata: { labels, annotations }, data: secret['data'] }, { signal });
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      await this.#namespaces.use(of.order, 'kubeconfig', signal);
      await this.#secrets().create(secret, { signal });
    }
  }

  /** Removes the Secret, and the namespace where nobody else uses it. */
  async remove(of: KubeconfigOwner, signal: AbortSignal): Promise<void> {
    await this.#secrets().delete(refOf(of), { signal }).catch(ignoreGone);
    await this.#namespaces.leave(of.order, 'kubeconfig', signal);
  }

  #secrets() {
    return this.platform.resource(SECRETS);
  }
}

function secretOf(of: KubeconfigOwner, { kubeconfig, createdAtMs, expiresAtMs, fingerprint }: NewKubeconfig): KubeObject {
  const { order, controller } = of;
  const { namespace, name, cluster } = order.key;
  const data = { kubeconfig, expirationTimestamp: seconds(expiresAtMs), creationTimestamp: seconds(createdAtMs) };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      ...refOf(of),
      labels: { ...requestLabels({ controller, namespace, name, id: ID }), [CLUSTER_LABEL]: cluster, [ORDER_LABEL]: order.identity },
      annotations: { [FINGERPRINT_ANNOTATION]: fingerprint },
    },
    type: 'Opaque',
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  };
}

/** The namespace is this tenant's alone: another order's Secret under this name is somebody's mistake, not to be written over. */
function kept(secret: KubeObject, { order }: KubeconfigOwner): KeptKubeconfig | undefined {
  const { labels, annotations, namespace, name } = secret.metadata;
  if (labels?.[ORDER_LABEL] !== order.identity) throw new ForeignObject({ apiVersion: 'v1', kind: 'Secret', namespace, name });
  const fingerprint = annotations?.[FINGERPRINT_ANNOTATION];
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>; // the wire
  const [createdAtMs, expiresAtMs] = ['creationTimestamp', 'expirationTimestamp'].map((key) => Number(Buffer.from(data[key] ?? '', 'base64').toString('utf8')) * 1000);
  if (fingerprint === undefined || data['kubeconfig'] === undefined || !createdAtMs || !expiresAtMs) return undefined;
  return { fingerprint, createdAtMs, expiresAtMs };
}

function refOf(of: KubeconfigOwner): { readonly namespace: string; readonly name: string } {
  return { namespace: tenantNamespaceOf(of.order), name: kubeconfigSecretName(requestName(of.controller, of.order.key.name, ID)) };
}

function seconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
