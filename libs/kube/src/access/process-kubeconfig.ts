import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { delimiter, join } from 'node:path';
import { errorCode } from '../resource/error-code.js';
import { KubeAccess } from './kube-access.js';
import type { AccessPlan } from './kube-access.js';
import { kubeconfigMapping, readKubeconfig } from './kubeconfig.js';
import { KubeconfigRefused } from './kubeconfig-refused.js';

/** Where the process's own cluster may be named. The library reads no environment itself. */
export interface ProcessKubeconfigPlaces {
  /** The process's environment: KUBECONFIG, KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT and HOME are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A path given by a flag; wins over the environment. */
  readonly path?: string;
  /** Where a pod finds its token; another folder is for tests. */
  readonly serviceAccountDir?: string;
}

const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The access of the process itself: flag, then KUBECONFIG, then the pod's ServiceAccount, then `~/.kube/config`. Throws {@link KubeconfigRefused}. */
export async function readProcessKubeconfig({ env, path, serviceAccountDir = SERVICE_ACCOUNT_DIR }: ProcessKubeconfigPlaces): Promise<KubeAccess> {
  if (path !== undefined) return readOwnFile(path);
  const paths = (env['KUBECONFIG'] ?? '').split(delimiter).filter((each) => each !== '');
  const [only, ...more] = paths;
  if (only !== undefined) return more.length === 0 ? readOwnFile(only) : readMerged(paths);
  if (env['KUBERNETES_SERVICE_HOST'] !== undefined) return readInCluster(env, serviceAccountDir);
  return readOwnFile(join(env['HOME'] ?? '', '.kube', 'config'));
}

async function readOwnFile(path: string): Promise<KubeAccess> {
  return readKubeconfig(await contentOf(path), { origin: 'process', source: path });
}

/** Merging several files is client-node's matter; it is imported only for those who have them. What it says of a broken one would quote it. */
async function readMerged(paths: readonly string[]): Promise<KubeAccess> {
  for (const path of paths) kubeconfigMapping(await contentOf(path), path);
  const { mergedKubeconfig } = await import('./client-node.js');
  return readKubeconfig(mergedKubeconfig(paths), { origin: 'process', source: paths.join(delimiter) });
}

async function readInCluster(env: ProcessKubeconfigPlaces['env'], dir: string): Promise<KubeAccess> {
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${env['KUBERNETES_SERVICE_PORT'] ?? '443'}`;
  const ca = await contentOf(join(dir, 'ca.crt'));
  const plan: AccessPlan = { tls: { ca, verify: true }, credential: { kind: 'tokenFile', path: join(dir, 'token') } };
  return new KubeAccess({ source: `ServiceAccount of this pod (${dir})`, server }, plan);
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new KubeconfigRefused(path, 'the file', `can not be read (${code})`, 'Set KUBECONFIG, or run in a pod with a ServiceAccount.');
  }
}
