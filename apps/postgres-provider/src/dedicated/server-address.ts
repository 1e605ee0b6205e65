import type { KubeObject } from '@kcp-runtime/nest';

/** Where a server is reached from outside its cluster. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

interface Exposed {
  readonly spec?: { readonly type?: string; readonly ports?: readonly { readonly port: number; readonly nodePort?: number }[] };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] } };
}

/** The address that a Service gives, as far as it has one: of its load balancer, or of the node that its Pod is on. */
export function serverAddress(service: KubeObject | undefined, pod: KubeObject | undefined): ServerAddress | undefined {
  const { spec, status } = (service ?? {}) as Exposed;
  const [port] = spec?.ports ?? [];
  if (port === undefined) return undefined;
  if (spec?.type === 'NodePort') return address(hostOf(pod), port.nodePort);
  const [ingress] = status?.loadBalancer?.ingress ?? [];
  return address(ingress?.hostname ?? ingress?.ip, port.port);
}

function hostOf(pod: KubeObject | undefined): string | undefined {
  return (pod?.['status'] as { readonly hostIP?: string } | undefined)?.hostIP;
}

function address(host: string | undefined, port: number | undefined): ServerAddress | undefined {
  return host === undefined || port === undefined ? undefined : { host: host.includes(':') ? `[${host}]` : host, port };
}
