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

/** A URL that our credential is not sent to. */
export class NotAnApiUrl extends Error {
  constructor(readonly url: string, why: string) {
    super(`${url} is not used as the URL of an API: ${why}. Look at the endpoint slice or the server URL that it came from`);
    this.name = new.target.name;
  }
}

/**
 * A URL to send requests below, without a slash at its end. It comes out of the cluster, so that it must not make us talk
 * in the clear, unless our own server does so, nor carry anything but a path.
 */
export function apiUrl(text: string, ownOrigin: string): string {
  const url = URL.parse(text);
  if (url === null) throw new NotAnApiUrl(JSON.stringify(text), 'it is no URL');
  const shown = `${url.origin}${url.pathname}`;
  if (url.protocol !== 'https:' && url.origin !== ownOrigin) throw new NotAnApiUrl(shown, 'it is not https');
  if (url.username !== '' || url.password !== '') throw new NotAnApiUrl(shown, 'it carries a user or password');
  if (url.search !== '' || url.hash !== '') throw new NotAnApiUrl(shown, 'it has a query or fragment');
  // Parsing has climbed already; what was meant can only be seen in the text.
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(text)) throw new NotAnApiUrl(shown, 'a part of its path climbs');
  return shown.replace(/\/+$/, '');
}
