import { kubeconfigSecretName } from '@kcp-runtime/openmcp';
import { dump } from 'js-yaml';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import { refOf } from '../follow/object-writes.js';
import { LOCAL } from '../names.js';

/** Seconds that a token lives: what cluster providers ask for. */
export const TOKEN_SECONDS = 30 * 86_400;

/** The Secret in which an AccessRequest ends: the kubeconfig, and from when until when its token is valid. */
export function accessSecret(request: RawBody, cluster: PlatformCluster, token: string): RawBody {
  const { namespace, name } = refOf(request);
  const created = Math.floor(Date.now() / 1_000);
  const owner = { apiVersion: 'clusters.openmcp.cloud/v1alpha1', kind: 'AccessRequest', name, uid: dig(request, 'metadata', 'uid'), controller: true, blockOwnerDeletion: true };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { namespace, name: kubeconfigSecretName(name), ownerReferences: [owner] },
    stringData: { kubeconfig: tokenKubeconfig(cluster, token), creationTimestamp: String(created), expirationTimestamp: String(created + TOKEN_SECONDS) },
  };
}

/** One cluster and one context, both called `cluster`; the user is called after the provider. */
function tokenKubeconfig({ address: { url, ca } }: PlatformCluster, token: string): string {
  return dump({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'cluster', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: LOCAL } }],
    'current-context': 'cluster',
    users: [{ name: LOCAL, user: { token } }],
  });
}
