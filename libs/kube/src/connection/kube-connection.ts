/**
 * Connections to one server with one identity. Whoever opens one closes it: a rotated kubeconfig means a new connection.
 * The same CA and identity serve other hosts too, since kcp's endpoint slices name the URLs of shards.
 */
import { bearer, credentialsOf } from '../access/credentials.js';
import type { Credentials } from '../access/credentials.js';
import type { AccessPlan, KubeAccess } from '../access/kube-access.js';
import type { KubeObject, ResourceType } from '../resource/kube-object.js';
import type { KubeAnswer, KubeRequest, KubeStream } from '../resource/kube-request.js';
import { ResourceClient } from '../resource/resource-client.js';
import { systemClock } from '../time/clock.js';
import type { Clock } from '../time/clock.js';
import { apiUrl } from './cluster-url.js';
import { dispatchersOf } from './dispatchers.js';
import { Exchange } from './exchange.js';
import type { KubeApi } from './kube-api.js';
import type { RequestObserver } from './request-observer.js';

/** Limits and names of a connection; each has a default. */
export interface KubeConnectionOptions {
  /** Sockets for requests to one host at the same time; 32 without it. Streams have their own. */
  readonly requestSockets?: number;
  /** Limit for a whole request, and for the head of a stream's answer; 30 s without it. */
  readonly timeoutMs?: number;
  /** Name for `managedFields`; `kcp-runtime` without it. */
  readonly fieldManager?: string;
  readonly clock?: Clock;
  /** Hears of every request, for figures. */
  readonly observer?: RequestObserver;
}

const REQUEST_SOCKETS = 32;
const TIMEOUT_MS = 30_000;
const FIELD_MANAGER = 'kcp-runtime';

interface ConnectionParts {
  readonly server: string;
  readonly ca: string | undefined;
  readonly exchange: Exchange;
  readonly bare: Exchange;
  readonly fieldManager: string;
}

/** One server, one identity, and the sockets to it. */
export class KubeConnection {
  /** The URL of the kubeconfig, without a slash at its end. */
  readonly server: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** The CA that the server's certificate is checked with, as PEM; none where it is one of the public ones. */
  readonly ca: string | undefined;
  readonly #exchange: Exchange;
  /** A client certificate would win over a token: who comes with one gets sockets without it. */
  readonly #bare: Exchange;
  readonly #fieldManager: string;

  private constructor({ server, ca, exchange, bare, fieldManager }: ConnectionParts) {
    this.server = server;
    this.origin = new URL(server).origin;
    this.ca = ca;
    this.#exchange = exchange;
    this.#bare = bare;
    this.#fieldManager = fieldManager;
  }

  /** Sends nothing yet: whether the server is there and knows us, the first request tells. */
  static async open(access: KubeAccess, options: KubeConnectionOptions = {}): Promise<KubeConnection> {
    const { clock = systemClock, timeoutMs = TIMEOUT_MS, requestSockets = REQUEST_SOCKETS, fieldManager = FIELD_MANAGER, observer } = options;
    const plan = access.reveal();
    const exchangeFor = async (own: AccessPlan): Promise<Exchange> =>
      new Exchange({ dispatchers: dispatchersOf(own, { requestSockets, timeoutMs }), credentials: await credentialsOf(own.credential, clock), clock, timeoutMs, observer });
    const exchange = await exchangeFor(plan);
    const bare = await exchangeFor({ ...plan, tls: { ...plan.tls, cert: undefined, key: undefined }, credential: { kind: 'anonymous' } });
    return new KubeConnection({ server: access.server, ca: plan.tls.ca, exchange, bare, fieldManager });
  }

  /** The API at a URL, which may be on another host; at the server's own without one. Throws NotAnApiUrl. */
  api(url: string = this.server): KubeApi {
    return new ConnectedApi(apiUrl(url, this.origin), this.#exchange, this.#fieldManager);
  }

  /** The API at a URL for somebody else, known by a bearer token: nothing of the connection's own identity is sent. Throws NotAnApiUrl. */
  apiAs(token: string, url: string): KubeApi {
    return new ConnectedApi(apiUrl(url, this.origin), this.#bare, this.#fieldManager, bearer(token));
  }

  /** Ends every request and every stream; they reject with ConnectionClosed. May be called twice. */
  async close(): Promise<void> {
    await Promise.all([this.#exchange.close(), this.#bare.close()]);
  }
}

class ConnectedApi implements KubeApi {
  readonly #exchange: Exchange;
  readonly #fieldManager: string;
  readonly #by: Credentials | undefined;

  constructor(readonly url: string, exchange: Exchange, fieldManager: string, by?: Credentials) {
    this.#exchange = exchange;
    this.#fieldManager = fieldManager;
    this.#by = by;
  }

  resource<T extends KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, this.#fieldManager);
  }

  request(request: KubeRequest): Promise<KubeAnswer> {
    return this.#exchange.request(this.url, request, this.#by);
  }

  stream(request: KubeRequest): Promise<KubeStream> {
    return this.#exchange.stream(this.url, request, this.#by);
  }
}
