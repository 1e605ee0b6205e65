import { createHash } from 'node:crypto';
import { dump } from 'js-yaml';

/** Where a worker finds the workspace, and how it knows it. */
export interface KubeconfigServer {
  /** `<base>/clusters/<name>`, as kcp itself says it: workers run elsewhere than the provider. */
  readonly server: string;
  /** PEM; none where the server's certificate is signed by a public authority. */
  readonly ca: string | undefined;
}

/** A kubeconfig in the shape of openMCP's cluster providers: cluster and context are called `cluster`, the user as the provider. */
export function workerKubeconfig({ server, ca }: KubeconfigServer, user: string, token: string): string {
  const cluster = { server, ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }) };
  return dump(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'cluster', cluster }],
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user } }],
      'current-context': 'cluster',
      users: [{ name: user, user: { token } }],
    },
    { lineWidth: -1 },
  );
}

/** Another one means that the kubeconfig has to be made anew: the account is another, or it is found elsewhere. */
export function kubeconfigFingerprint({ server, ca }: KubeconfigServer, accountUid: string): string {
  return createHash('sha256').update(JSON.stringify([server, ca, accountUid])).digest('hex').slice(0, 16);
}
