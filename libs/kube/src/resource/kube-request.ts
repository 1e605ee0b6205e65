/** What every call to a server takes. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason, not with a KubeError. */
  readonly signal?: AbortSignal;
  /** Limit for the whole call, queue and body included; the connection's own limit without it. */
  readonly timeoutMs?: number;
}

/** The methods that Kubernetes uses. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Query parameters; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** One request below the URL of a KubeApi. */
export interface KubeRequest extends CallOptions {
  readonly method: HttpMethod;
  /** Begins with `/` and is encoded already: see `resourcePath`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` when a body is there and nothing is said; a patch always says its own. */
  readonly contentType?: string;
  /** The form of JSON that is wanted, as a media type; `application/json` without it. */
  readonly accept?: string;
}

/** An answer of the 2xx family; all others are thrown as KubeError. */
export interface KubeAnswer {
  readonly status: number;
  /** The body as it came. */
  readonly bytes: Buffer;
  /** What the server warned about (pruned fields, deprecated versions), without its code and agent. */
  readonly warnings: readonly string[];
  /** The body parsed; throws ServerFault when it is no JSON. */
  json(): unknown;
}

/** An answer that is still coming in. */
export interface KubeStream {
  readonly status: number;
  /**
   * The chunks as they come. Each is a view on a buffer of the socket: what is kept must be copied.
   * Iteration ends with the stream, rejects with a KubeError when the connection breaks, and with the signal's reason when that aborts.
   */
  readonly chunks: AsyncIterable<Buffer>;
  /** Ends the stream and its connection; may be called twice. */
  close(): void;
}

/** Who sends requests for a ResourceClient: a KubeApi. */
export interface KubeRequester {
  /** The base that every request path is appended to, without a slash at its end. */
  readonly url: string;
  request(request: KubeRequest): Promise<KubeAnswer>;
}
