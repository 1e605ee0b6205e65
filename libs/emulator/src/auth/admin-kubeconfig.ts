import { dump } from 'js-yaml';

/** What a kubeconfig for the emulator's static users is made of. */
export interface KubeconfigParts {
  readonly url: string;
  readonly caPem: string;
  readonly tokens: Readonly<Record<'kcpAdmin' | 'user' | 'shardAdmin', { readonly token: string }>>;
}

/** A kubeconfig with the contexts of kcp's own admin.kubeconfig. */
export function adminKubeconfig({ url, caPem, tokens }: KubeconfigParts): string {
  const certificate = Buffer.from(caPem).toString('base64');
  const cluster = (name: string, path: string): object => ({ name, cluster: { server: `${url}${path}`, 'certificate-authority-data': certificate } });
  const context = (name: string, clusterName: string, user: string): object => ({ name, context: { cluster: clusterName, user } });
  return dump({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [cluster('root', '/clusters/root'), cluster('base', ''), cluster('system:admin', '/clusters/system:admin')],
    users: [
      { name: 'kcp-admin', user: { token: tokens.kcpAdmin.token } },
      { name: 'shard-admin', user: { token: tokens.shardAdmin.token } },
      { name: 'user', user: { token: tokens.user.token } },
    ],
    contexts: [
      context('root', 'root', 'kcp-admin'),
      context('base', 'base', 'kcp-admin'),
      context('system:admin', 'system:admin', 'shard-admin'),
      context('shard-base', 'base', 'shard-admin'),
      context('user', 'root', 'user'),
    ],
    'current-context': 'root',
  });
}
