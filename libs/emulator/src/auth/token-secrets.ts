import type { Controller } from '../control/controller-loop.js';
import type { KcpState } from '../workspace/kcp-state.js';
import { objectAt, textAt, type KubeObject } from '../storage/kube-object.js';
import type { ServiceAccountTokens } from './service-account-tokens.js';

const TOKEN_TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

/** Fills Secrets of type service-account-token, and removes those whose ServiceAccount is gone. */
export class TokenSecretController implements Controller {
  readonly name = 'token-secrets';
  readonly collections = ['/secrets', '/serviceaccounts'];

  constructor(
    private readonly state: KcpState,
    private readonly tokens: ServiceAccountTokens,
  ) {}

  keys(collection: { readonly key: string }, change: { readonly type: string; readonly cluster: string; readonly object: KubeObject }): string[] {
    const { metadata } = change.object;
    if (collection.key === '/secrets') {
      return change.type !== 'DELETED' && change.object.type === TOKEN_TYPE ? [`${change.cluster}/${metadata.namespace ?? ''}/${metadata.name}`] : [];
    }
    return this.secretsOf(change.cluster, metadata.namespace ?? '', metadata.name);
  }

  reconcile(key: string): undefined {
    const [cluster = '', namespace = '', name = ''] = key.split('/');
    const secrets = this.state.collection('', 'secrets');
    const secret = secrets.get(cluster, namespace, name);
    if (secret === undefined) return;
    const accountName = secret.metadata.annotations?.[ACCOUNT_NAME] ?? '';
    const account = this.state.find('', 'serviceaccounts', cluster, accountName, namespace);
    const uid = account?.metadata.uid;
    if (uid === undefined) {
      // Filled once, its account is gone; still empty, its account may come.
      if (textAt(objectAt(secret.data).token) !== undefined) secrets.remove(cluster, secret);
      return;
    }
    if (textAt(objectAt(secret.data).token) !== undefined) return;
    const token = this.tokens.issueForSecret({ cluster, namespace, name: accountName, uid }, name);
    const data = { ...objectAt(secret.data), token: encoded(token), 'ca.crt': encoded(this.state.address.caPem), namespace: encoded(namespace) };
    secrets.put(cluster, { ...secret, data, metadata: { ...secret.metadata, annotations: { ...secret.metadata.annotations, [ACCOUNT_UID]: uid } } });
  }

  private secretsOf(cluster: string, namespace: string, account: string): string[] {
    return [...this.state.collection('', 'secrets').in(cluster)]
      .filter((secret) => secret.type === TOKEN_TYPE && secret.metadata.namespace === namespace && secret.metadata.annotations?.[ACCOUNT_NAME] === account)
      .map((secret) => `${cluster}/${namespace}/${secret.metadata.name}`);
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
