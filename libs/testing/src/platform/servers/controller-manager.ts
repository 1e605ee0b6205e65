import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '../../process/child.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { AccountKeys } from './account-keys.js';

const CONTROLLERS = ['namespace', 'garbage-collector', 'serviceaccount-token', 'job', 'deployment', 'replicaset', 'statefulset', 'persistentvolumeclaim-protection'];
const STOP_DEADLINE_MS = 3_000;

/** What a controller manager is started with. */
export interface ControllerManagerSettings {
  readonly file: string;
  readonly folder: string;
  readonly cluster: PlatformCluster;
  readonly keys: AccountKeys;
}

/** Starts a real kube-controller-manager with the controllers that the tests need. It needs no waiting for: what it does is waited for. */
export async function startControllerManager({ file, folder, cluster, keys }: ControllerManagerSettings): Promise<{ stop(): Promise<void> }> {
  const kubeconfig = join(folder, 'admin.kubeconfig');
  await writeFile(kubeconfig, cluster.adminKubeconfig, { mode: 0o600 });
  const child = Child.start({
    file,
    args: [
      'kube-controller-manager',
      `--kubeconfig=${kubeconfig}`,
      `--controllers=${CONTROLLERS.map((name) => `${name}-controller`).join(',')}`,
      `--service-account-private-key-file=${keys.signing}`,
      '--leader-elect=false',
      // Nobody asks it anything.
      '--secure-port=0',
    ],
    env: {},
    cwd: folder,
  });
  return { stop: async () => void (await child.stop('SIGTERM', STOP_DEADLINE_MS)) };
}
