/** A kubeconfig that is not used: what is wrong with which field, and what to do. Holds no value of a field. */
export class KubeconfigRefused extends Error {
  constructor(
    /** Where it came from: `Secret team/kcp, key kubeconfig`. */
    readonly source: string,
    /** Such as `users[provider].user.exec`. */
    readonly field: string,
    readonly why: string,
    readonly nextStep: string,
  ) {
    super(`Kubeconfig of ${source} refused: ${field} ${why}. ${nextStep}`);
    this.name = new.target.name;
  }
}
