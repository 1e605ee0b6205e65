import { dump, load } from 'js-yaml';

/** What a kubeconfig says, as far as the tests need it. */
export interface AdminAccess {
  /** Base URL without `/clusters/…`. */
  readonly url: string;
  readonly ca: string;
  readonly token: string;
}

interface Kubeconfig {
  'current-context'?: string;
  clusters?: { name: string; cluster: { server: string; 'certificate-authority-data'?: string } }[];
  contexts?: { name: string; context: { cluster: string; user: string } }[];
  users?: { name: string; user: { token?: string } }[];
}

/** A kubeconfig of the tests' own servers does not say what it should. */
export class KubeconfigIncomplete extends Error {
  override readonly name = 'KubeconfigIncomplete';

  constructor(what: string) {
    super(`The admin kubeconfig has no ${what}. It must be one that kcp itself wrote, with embedded CA data and a token.`);
  }
}

/** Reads the current context of an admin kubeconfig. */
export function readAdminKubeconfig(text: string): AdminAccess {
  const config = load(text) as Kubeconfig;
  const context = config.contexts?.find(({ name }) => name === config['current-context'])?.context;
  const cluster = config.clusters?.find(({ name }) => name === context?.cluster)?.cluster;
  const token = config.users?.find(({ name }) => name === context?.user)?.user.token;
  if (cluster === undefined) throw new KubeconfigIncomplete('cluster in its current context');
  if (token === undefined) throw new KubeconfigIncomplete('token for the user of its current context');
  const ca = cluster['certificate-authority-data'];
  if (ca === undefined) throw new KubeconfigIncomplete('certificate-authority-data');
  return { url: baseUrl(cluster.server), ca: Buffer.from(ca, 'base64').toString('utf8'), token };
}

/** A kubeconfig with one context. `server` may name a workspace or not, as its reader needs it. */
export function kubeconfigText(access: { readonly server: string; readonly ca: string; readonly token: string }): string {
  return dump({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'kcp', cluster: { server: access.server, 'certificate-authority-data': Buffer.from(access.ca).toString('base64') } }],
    users: [{ name: 'user', user: { token: access.token } }],
    contexts: [{ name: 'kcp', context: { cluster: 'kcp', user: 'user' } }],
    'current-context': 'kcp',
  });
}

/** The same kubeconfig, with every server moved to `to.url` and its CA replaced; paths and credentials stay. */
export function movedKubeconfig(text: string, to: { readonly url: string; readonly ca: string }): string {
  const config = load(text) as Kubeconfig;
  for (const { cluster } of config.clusters ?? []) {
    cluster.server = to.url + new URL(cluster.server).pathname.replace(/\/$/, '');
    cluster['certificate-authority-data'] = Buffer.from(to.ca).toString('base64');
  }
  return dump(config);
}

function baseUrl(server: string): string {
  return server.replace(/\/(clusters\/.*)?$/, '');
}
