import type { KubeAccess } from './kube-access.js';

/** Whether a kubeconfig is input (out of the cluster) or configuration (from the process's own file system). */
export type KubeconfigOrigin = 'cluster' | 'process';

export interface KubeconfigReading {
  readonly origin: KubeconfigOrigin;
  /** For messages: `Secret team/kcp, key kubeconfig`. For origin `process` the file's path: relative paths start there. */
  readonly source: string;
}

/** A kubeconfig that is not used: what is wrong with which field, and what to do. */
export class KubeconfigRefused extends Error {
  constructor(readonly source: string, readonly field: string, readonly why: string, readonly nextStep: string) {
    super(`Kubeconfig of ${source} refused: ${field} ${why}. ${nextStep}`);
    this.name = new.target.name;
  }
}

/** Reads the current context of a kubeconfig. Throws {@link KubeconfigRefused}. */
export function readKubeconfig(_text: string, _reading: KubeconfigReading): KubeAccess {
  throw new Error('not there yet');
}
