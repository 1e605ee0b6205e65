/** A logical cluster's name, a workspace path such as `root:platform`, or `*` for all clusters of a virtual workspace. */
const CLUSTER = /^(\*|(system:)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*)$/;

/** A string that is no logical cluster, workspace path or wildcard. */
export class NotACluster extends Error {
  constructor(readonly cluster: string) {
    super(`${JSON.stringify(cluster)} is neither the name of a logical cluster nor a workspace path nor "*"`);
    this.name = new.target.name;
  }
}

/** The one place that appends `/clusters/…`. Throws {@link NotACluster}. */
export function clusterUrl(base: string, cluster: string): string {
  if (!CLUSTER.test(cluster)) throw new NotACluster(cluster);
  return `${base.replace(/\/+$/, '')}/clusters/${cluster}`;
}

/** The URL of a workspace on a server whose own URL may lead into another one: people copy both kinds into a kubeconfig. */
export function workspaceUrl(server: string, workspace: string): string {
  return clusterUrl(server.replace(/\/clusters\/[^/]*\/*$/, ''), workspace);
}
