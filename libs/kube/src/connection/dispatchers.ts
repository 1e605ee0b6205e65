import { Agent, ProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';
import type { AccessPlan } from '../access/kube-access.js';

/** Sockets for one server and identity: a pool for requests, and one connection for each stream, so that no write waits behind a watch. */
export interface Dispatchers {
  readonly requests: Dispatcher;
  readonly streams: Dispatcher;
}

/** What a KubeConnection's options say about sockets. */
export interface DispatcherLimits {
  readonly requestSockets: number;
  readonly timeoutMs: number;
}

/** API servers keep idle connections for 90 s and more; ours end first, so that none is closed while a request is written to it. */
const KEEP_ALIVE_MS = 30_000;

/** A watch may be silent for as long as nothing happens: undici's own limit of five minutes would end it. */
export const STREAM_OPTIONS = { connections: null, bodyTimeout: 0 } as const;

/** Opens no socket yet. Whoever makes them destroys them. */
export function dispatchersOf({ tls, proxyUrl }: AccessPlan, { requestSockets, timeoutMs }: DispatcherLimits): Dispatchers {
  const connect = { ca: tls.ca, cert: tls.cert, key: tls.key, servername: tls.serverName, rejectUnauthorized: tls.verify };
  // undici offers HTTP/2 by default; a flood on one session would hold up everything else, and it costs more CPU.
  const common = { allowH2: false, keepAliveTimeout: KEEP_ALIVE_MS, connectTimeout: timeoutMs, headersTimeout: timeoutMs };
  const open = (own: Agent.Options): Dispatcher =>
    proxyUrl === undefined ? new Agent({ ...common, ...own, connect }) : new ProxyAgent({ ...common, ...own, uri: proxyUrl, requestTls: connect });
  return {
    requests: open({ connections: requestSockets, bodyTimeout: timeoutMs }),
    streams: open(STREAM_OPTIONS),
  };
}
