import type { Clock, KubeconfigRefused } from '@kcp-runtime/kube';
import { kubeconfigSecretName } from '../names/tenant-names.js';
import type { AccessRequest, NamespacedName } from '../requests/request-kinds.js';
import { named } from '../requests/request-progress.js';
import type { ClusterAccessState, UnusableReason } from '../access/access-state.js';
import type { KubeconfigSecrets, SecretContent } from '../follow/kubeconfig-secrets.js';

/** What the last step of an access works with. */
export interface KubeconfigStep {
  readonly secrets: KubeconfigSecrets;
  readonly clock: Clock;
  /** Granted. */
  readonly request: AccessRequest;
  readonly notice?: string;
}

/** Where the kubeconfig of a granted request stands. */
export function secretOf({ metadata, status }: Pick<AccessRequest, 'metadata' | 'status'>): NamespacedName {
  return { namespace: metadata.namespace ?? '', name: status?.secretRef?.name ?? kubeconfigSecretName(metadata.name) };
}

/** Reads the kubeconfig, and says what is wrong with it. */
export async function kubeconfigStep({ secrets, clock, request, notice }: KubeconfigStep, signal: AbortSignal): Promise<ClusterAccessState> {
  const secret = secretOf(request);
  const content = await secrets.read(secret, signal);
  if (content.kind !== 'kubeconfig') return unusable(content, request);
  const { text: kubeconfig, version, expiresAtMs } = content;
  const expiresInMs = expiresAtMs === undefined ? undefined : expiresAtMs - clock.now();
  if (expiresInMs !== undefined && expiresInMs <= 0) return expired(request, expiresAtMs ?? 0);
  return { kind: 'granted', secret: { ...secret, key: 'kubeconfig' }, kubeconfig, version, expiresInMs, notice };
}

function unusable(content: Exclude<SecretContent, { readonly kind: 'kubeconfig' }>, request: AccessRequest): ClusterAccessState {
  const { namespace, name } = secretOf(request);
  const secret = `Secret ${namespace}/${name}`;
  switch (content.kind) {
    case 'missing':
      return because('KubeconfigMissing', `${named(request)} is granted, but there is no ${secret}. The cluster provider has to make it`);
    case 'keyless':
      return because('KubeconfigKeyMissing', `${secret} has no key kubeconfig. The cluster provider has to put it there`);
    case 'refused':
      return because('KubeconfigRefused', refusal(content.why));
  }
}

/** An OIDC kubeconfig starts a program in which somebody logs in. */
function refusal({ field, message }: KubeconfigRefused): string {
  const isForPeople = field.endsWith('.exec');
  return isForPeople ? `${message} It looks like an OIDC access, which is for people: the cluster provider has to answer spec.token` : message;
}

function expired(request: AccessRequest, expiresAtMs: number): ClusterAccessState {
  const { namespace, name } = secretOf(request);
  const since = new Date(expiresAtMs).toISOString();
  return because('TokenExpired', `The token in Secret ${namespace}/${name} has expired at ${since}. The cluster provider has to renew it; it looks after ${named(request)}`);
}

function because(reason: UnusableReason, message: string): ClusterAccessState {
  return { kind: 'unusable', reason, message };
}
