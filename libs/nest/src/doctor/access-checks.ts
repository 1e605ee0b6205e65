import { KubeConnection, KubeError } from '@kcp-runtime/kube';
import type { KubeAccess, KubeApi } from '@kcp-runtime/kube';
import { ACCESS_REQUESTS, CLUSTER_REQUESTS, kubeconfigSecretName } from '@kcp-runtime/openmcp';
import type { AccessRequest, ClusterRequest, NamespacedName } from '@kcp-runtime/openmcp';
import { ClusterAddresses } from '../access/cluster-addresses.js';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { readGranted } from '../access/granted-kubeconfig.js';
import { SECRETS } from '../config/platform-kinds.js';
import { messageOf } from '../log/message-of.js';
import { unmetText } from './check.js';
import type { Tell } from './check.js';
import { foundObject } from './found-object.js';

/** Where the provider's own requests stand. */
export interface AccessPlace {
  readonly platform: KubeApi;
  readonly reaching: ReachingClusters;
  readonly timeoutMs: number;
}

/** Follows one access of the provider from its requests to the cluster, and tells how far that is. Whoever gets the connection closes it. */
export async function reachGranted(place: AccessPlace, request: NamespacedName, tell: Tell, signal: AbortSignal): Promise<KubeConnection | undefined> {
  const about = `access ${request.name}`;
  const wrong = (message: string): undefined => {
    tell({ verdict: 'wrong', about, message });
    return undefined;
  };
  try {
    const why = await notGrantedBecause(place.platform, request, signal);
    if (why !== undefined) return wrong(why);
    const access = await readAccess(place, request, signal);
    if (access === undefined) return wrong(`granted, but there is no Secret ${kubeconfigSecretName(request.name)} with the key kubeconfig. The cluster provider has to make it`);
    const connection = await KubeConnection.open(access, { timeoutMs: place.timeoutMs });
    tell({ verdict: 'ok', about, message: `granted, and leads to ${connection.server}` });
    return connection;
  } catch (error) {
    signal.throwIfAborted();
    return wrong(error instanceof Error && !(error instanceof KubeError) ? `${error.name}: ${error.message}` : messageOf(error));
  }
}

/** In the order in which they are answered: there is no access to a cluster that nobody has given. */
async function notGrantedBecause(platform: KubeApi, request: NamespacedName, signal: AbortSignal): Promise<string | undefined> {
  const cluster = await foundObject<ClusterRequest>(platform, CLUSTER_REQUESTS, request, signal);
  const access = await foundObject<AccessRequest>(platform, ACCESS_REQUESTS, request, signal);
  if (cluster === undefined && access === undefined) return `there are no requests of that name in namespace ${request.namespace}: neither \`init\` nor \`run\` has got so far`;
  if (cluster !== undefined && cluster.status?.phase !== 'Granted') return `${unanswered('ClusterRequest', cluster)}. Look at openMCP's scheduler and the clusters of purpose ${cluster.spec?.purpose}`;
  if (access === undefined) return 'there is a ClusterRequest and no AccessRequest: the provider makes it when it runs';
  const isGranted = access.status?.phase === 'Granted' && access.status.observedGeneration === access.metadata.generation;
  return isGranted ? undefined : `${unanswered('AccessRequest', access)}. Look at the cluster provider`;
}

function unanswered(kind: string, { status }: ClusterRequest | AccessRequest): string {
  const { phase = 'not set', conditions = [] } = status ?? {};
  const why = unmetText(conditions);
  return `the phase of the ${kind} is ${phase}${why === '' ? '' : `, ${why}`}`;
}

async function readAccess({ platform, reaching }: AccessPlace, request: NamespacedName, signal: AbortSignal): Promise<KubeAccess | undefined> {
  const secret = { namespace: request.namespace, name: kubeconfigSecretName(request.name), key: 'kubeconfig' as const };
  const { data = {} } = ((await foundObject(platform, SECRETS, secret, signal)) ?? {}) as { readonly data?: Readonly<Record<string, string>> }; // the wire
  const encoded = data[secret.key];
  if (encoded === undefined) return undefined;
  const server = await new ClusterAddresses(platform, reaching).forOurselves(request, signal);
  return readGranted({ secret, kubeconfig: Buffer.from(encoded, 'base64').toString('utf8') }, { server });
}
