/**
 * A kubeconfig as the platform grants it, made fit for where it is used: certificates that are trusted beside its own, and
 * another address of the same server. Everything else in it stays as it is.
 */
import { readKubeconfig } from '@kcp-runtime/kube';
import type { KubeAccess } from '@kcp-runtime/kube';
import type { GrantedAccess } from '@kcp-runtime/openmcp';
import { dump, load } from 'js-yaml';

/** What is to be otherwise. */
export interface KubeconfigChange {
  /** URL under which the server is reached. */
  readonly server?: string;
  /** PEM. Where the kubeconfig names no certificates, these are the only ones. */
  readonly caBundle?: string;
}

interface ClusterEntry {
  readonly server: string;
  readonly 'certificate-authority-data'?: string;
}

interface Kubeconfig {
  readonly 'current-context': string;
  readonly contexts: readonly { readonly name: string; readonly context: { readonly cluster: string } }[];
  readonly clusters: readonly { readonly name: string; readonly cluster: ClusterEntry }[];
}

/** Reads it for our own use. It is vetted before it is changed, since it may come right out of the Secret. Throws KubeconfigRefused. */
export function readGranted({ secret, kubeconfig }: Pick<GrantedAccess, 'secret' | 'kubeconfig'>, change: KubeconfigChange): KubeAccess {
  const read = (text: string): KubeAccess => readKubeconfig(text, { origin: 'cluster', source: `Secret ${secret.namespace}/${secret.name}, key ${secret.key}` });
  const access = read(kubeconfig);
  const changed = changedKubeconfig(kubeconfig, change);
  return changed === kubeconfig ? access : read(changed);
}

/** @param text vetted already */
export function changedKubeconfig(text: string, change: KubeconfigChange): string {
  if (change.server === undefined && change.caBundle === undefined) return text;
  const config = load(text) as Kubeconfig; // what was vetted has all that
  const used = config.contexts.find(({ name }) => name === config['current-context'])?.context.cluster;
  const clusters = config.clusters.map((entry) => (entry.name === used ? { ...entry, cluster: changed(entry.cluster, change) } : entry));
  return dump({ ...config, clusters }, { lineWidth: -1 });
}

function changed(cluster: ClusterEntry, { server = cluster.server, caBundle }: KubeconfigChange): ClusterEntry {
  if (caBundle === undefined) return { ...cluster, server };
  const own = Buffer.from(cluster['certificate-authority-data'] ?? '', 'base64').toString('utf8');
  return { ...cluster, server, 'certificate-authority-data': Buffer.from(together(own, caBundle) ?? '').toString('base64') };
}

/** Certificates of both, one below the other; `undefined` where there are none. */
export function together(own: string | undefined, bundle: string | undefined): string | undefined {
  const some = [own, bundle].filter((pem) => pem !== undefined && pem !== '');
  return some.length === 0 ? undefined : some.map((pem) => `${pem?.trim()}\n`).join('');
}
