import type { HostRewrite } from '@kcp-runtime/schema';

/** The URL as it is reached from here: host and port replaced where the ProviderConfig says so. */
export function mappedUrl(url: string, hosts: readonly HostRewrite[]): string {
  const parsed = new URL(url);
  const mapping = hosts.find(({ from }) => from === parsed.host || from === parsed.hostname || from === `${parsed.hostname}:${parsed.port || '443'}`);
  if (mapping === undefined) return url;
  // Setting `host` without a port would keep the old one.
  const to = new URL(`${parsed.protocol}//${mapping.to}`);
  parsed.hostname = to.hostname;
  parsed.port = mapping.to.includes(':') ? to.port : parsed.port;
  return parsed.href.replace(/\/$/, '');
}
