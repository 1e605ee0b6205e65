import { Forbidden, KubeConnection, KubeError, workspaceUrl } from '@kcp-runtime/kube';
import type { KubeAccess, KubeApi } from '@kcp-runtime/kube';
import type { KcpSettings, KubeconfigSecret } from '@kcp-runtime/schema';
import type { Kept } from '../config/kept-state.js';
import { SECRETS } from '../config/platform-kinds.js';
import { readKubeconfigSecret } from '../life/kubeconfig-secret.js';
import { clusterBehind } from '../life/provider-workspace.js';
import { rule } from '../manifests/rbac.js';
import { PROVIDER_CLUSTER_ANNOTATION, ProviderWorkspaceReplaced } from '../publish/kcp-faults.js';
import { connectedFinding, connectionFinding } from '../publish/kcp-findings.js';
import { checkOf } from './check.js';
import type { Tell } from './check.js';
import { foundObject } from './found-object.js';

/** The way to the provider workspace. */
export interface ConnectionPlace {
  /** The API of the platform cluster. */
  readonly platform: KubeApi;
  readonly settings: KcpSettings;
  /** What an earlier process has kept. */
  readonly kept: Kept;
  /** The operator's answer to a workspace that was replaced. */
  readonly acceptedCluster: string | undefined;
  readonly timeoutMs: number;
}

/** A provider workspace that answers. Whoever gets it closes the connection. */
export interface ReachedWorkspace {
  readonly connection: KubeConnection;
  readonly api: KubeApi;
  readonly cluster: string;
}

/** Follows the way from the Secret to the workspace, and tells how far it leads. */
export async function reachWorkspace(place: ConnectionPlace, tell: Tell, signal: AbortSignal): Promise<ReachedWorkspace | undefined> {
  const access = await readAccess(place, tell, signal);
  if (access === undefined) return undefined;
  const { providerWorkspace } = place.settings;
  const connection = await KubeConnection.open(access, { timeoutMs: place.timeoutMs });
  try {
    const cluster = await clusterBehind(connection, providerWorkspace, signal);
    tell(checkOf('connection', connectedFinding(connection.origin, providerWorkspace)));
    tellCluster(place, cluster, tell);
    return { connection, api: connection.api(workspaceUrl(connection.server, cluster)), cluster };
  } catch (error) {
    await connection.close();
    signal.throwIfAborted();
    tell(checkOf('connection', connectionFinding(error, providerWorkspace)));
    return undefined;
  }
}

async function readAccess({ platform, settings: { kubeconfigSecret } }: ConnectionPlace, tell: Tell, signal: AbortSignal): Promise<KubeAccess | undefined> {
  const about = 'kubeconfig';
  try {
    const { namespace, name } = kubeconfigSecret;
    const access = readKubeconfigSecret(await foundObject(platform, SECRETS, { namespace, name }, signal), kubeconfigSecret);
    tell({ verdict: 'ok', about, message: `${access.source} leads to ${access.server}` });
    return access;
  } catch (error) {
    signal.throwIfAborted();
    tell({ verdict: 'wrong', about, message: secretTrouble(error, kubeconfigSecret) });
    return undefined;
  }
}

function secretTrouble(error: unknown, { namespace, name }: KubeconfigSecret): string {
  if (!(error instanceof KubeError)) return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const nextStep = error instanceof Forbidden ? `. Add the rule ${JSON.stringify(rule('', 'secrets', ['get', 'list', 'watch'], [name]))} in namespace ${namespace}` : '';
  return `SecretUnreadable: Secret ${namespace}/${name} can not be read on the platform cluster: ${error.message}${nextStep}`;
}

/** Another logical cluster under the same path has another export: with it all orders would seem lost. */
function tellCluster({ settings, kept, acceptedCluster }: ConnectionPlace, cluster: string, tell: Tell): void {
  const about = 'logical cluster';
  const { providerWorkspace } = settings;
  const before = kept.publication;
  if (before === undefined || before.providerWorkspace !== providerWorkspace) return tell({ verdict: 'open', about, message: `${cluster}; nothing was published in ${providerWorkspace} yet` });
  if (before.cluster === cluster) return tell({ verdict: 'ok', about, message: `${cluster}, as it was when the export was published` });
  if (acceptedCluster === cluster) return tell({ verdict: 'ok', about, message: `${cluster} instead of ${before.cluster}, which ${PROVIDER_CLUSTER_ANNOTATION} accepts` });
  const fault = new ProviderWorkspaceReplaced(providerWorkspace, before.cluster, cluster);
  tell({ verdict: 'wrong', about, message: `${fault.name}: ${fault.message}` });
}
