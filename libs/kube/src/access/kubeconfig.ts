/**
 * Reads a kubeconfig and vets it. A kubeconfig out of the cluster is input, not configuration: whoever may write that Secret
 * must not be able to start programs here, read our files, or send our traffic elsewhere or in the clear.
 * Only the cluster and the user of the current context are looked at; nothing else in the file is ever used.
 */
import { load } from 'js-yaml';
import { KubeAccess } from './kube-access.js';
import type { AccessPlan } from './kube-access.js';
import { KubeconfigEntry, isMapping } from './kubeconfig-entry.js';
import { KubeconfigRefused } from './kubeconfig-refused.js';
import { readCredential } from './read-credential.js';
import { readTls } from './read-tls.js';

/** Whether a kubeconfig is input (out of the cluster) or configuration (from the process's own file system). */
export type KubeconfigOrigin = 'cluster' | 'process';

/** How a kubeconfig is to be read. */
export interface KubeconfigReading {
  readonly origin: KubeconfigOrigin;
  /** For messages: `Secret team/kcp, key kubeconfig`. For origin `process` the file's path: relative paths start there. */
  readonly source: string;
}

/** Reads the current context of a kubeconfig. Throws {@link KubeconfigRefused}. */
export function readKubeconfig(text: string, { origin, source }: KubeconfigReading): KubeAccess {
  const config = new KubeconfigEntry(source, '', kubeconfigMapping(text, source));
  const context = config.named('contexts', config.requiredText('current-context'), 'context');
  const cluster = config.named('clusters', context.requiredText('cluster'), 'cluster');
  const user = config.named('users', context.requiredText('user'), 'user');
  if (origin === 'cluster') vetInput(cluster, user);
  refuseImpersonation(user);
  const server = readServer(cluster, origin);
  const plan: AccessPlan = { tls: readTls(cluster, user), credential: readCredential(user, origin, text), proxyUrl: readProxy(cluster) };
  return new KubeAccess({ source, server }, plan);
}

/** The text as a mapping. A parser's own message quotes the text, and the text holds secrets: only the line is told. Throws {@link KubeconfigRefused}. */
export function kubeconfigMapping(text: string, source: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = load(text);
  } catch (error) {
    throw new KubeconfigRefused(source, 'the text', `is not YAML${atLine(error)}`, 'Put a whole kubeconfig there, encoded once.');
  }
  if (isMapping(value)) return value;
  throw new KubeconfigRefused(source, 'the text', 'is not a kubeconfig', 'Put a whole kubeconfig there, encoded once.');
}

function atLine(error: unknown): string {
  const mark = isMapping(error) ? error['mark'] : undefined;
  return isMapping(mark) && typeof mark['line'] === 'number' ? ` (line ${mark['line'] + 1})` : '';
}

/** What only the process's own kubeconfig may have. */
function vetInput(cluster: KubeconfigEntry, user: KubeconfigEntry): void {
  const useData = 'A kubeconfig out of the cluster carries its credential itself: use token, or client-certificate-data with client-key-data.';
  if (user.has('exec')) user.refuse('exec', 'would start a program', useData);
  if (user.has('auth-provider')) user.refuse('auth-provider', 'would start a program or log in elsewhere', useData);
  for (const key of ['tokenFile', 'client-certificate', 'client-key']) {
    if (user.has(key)) user.refuse(key, 'names a file of this process', useData);
  }
  if (cluster.has('certificate-authority')) {
    cluster.refuse('certificate-authority', 'names a file of this process', 'Use certificate-authority-data.');
  }
  if (cluster.has('proxy-url')) cluster.refuse('proxy-url', 'would send the traffic elsewhere', 'Remove it.');
  if (cluster.has('insecure-skip-tls-verify')) {
    cluster.refuse('insecure-skip-tls-verify', 'would talk to anybody', 'Remove it and put the CA into certificate-authority-data.');
  }
}

/** Ignoring these in silence would act with other rights than the file says. */
function refuseImpersonation(user: KubeconfigEntry): void {
  for (const key of ['as', 'as-uid', 'as-groups', 'as-user-extra']) {
    if (user.has(key)) user.refuse(key, 'asks for impersonation, which is not supported', 'Use a credential of that identity itself.');
  }
}

function readServer(cluster: KubeconfigEntry, origin: KubeconfigOrigin): string {
  const text = cluster.requiredText('server');
  if (!URL.canParse(text)) cluster.refuse('server', 'is not a URL', 'Write it like https://host:6443/clusters/root:team.');
  const url = new URL(text);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && (origin === 'cluster' || url.protocol !== 'http:')) cluster.refuse('server', 'is not https', 'Use the https URL of the server.');
  if (url.username !== '' || url.password !== '') cluster.refuse('server', 'carries a user or password', 'Put the credential into the user entry.');
  if (url.search !== '' || url.hash !== '') cluster.refuse('server', 'has a query or fragment', 'End the URL after its path.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function readProxy(cluster: KubeconfigEntry): string | undefined {
  const text = cluster.text('proxy-url');
  if (text === undefined) return undefined;
  const isHttp = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  return isHttp ? text : cluster.refuse('proxy-url', 'is not the URL of an HTTP proxy', 'Only http and https proxies are supported.');
}
