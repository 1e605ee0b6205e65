import type { HostRewrite } from '@kcp-runtime/schema';

/** The URL as it is reached from here: host replaced where the ProviderConfig says so, and the port where it says one. */
export function mappedUrl(url: string, hosts: readonly HostRewrite[]): string {
  const parsed = new URL(url);
  const mapping = hosts.find(({ from }) => from === parsed.host || from === parsed.hostname || from === `${parsed.hostname}:${parsed.port || '443'}`);
  if (mapping === undefined) return url;
  const [, host = mapping.to, port] = /^(.*?)(?::(\d+))?$/.exec(mapping.to) ?? [];
  parsed.hostname = host;
  parsed.port = port ?? parsed.port;
  return parsed.href.replace(/\/$/, '');
}
