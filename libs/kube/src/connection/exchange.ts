/**
 * Sends requests of one identity and turns every failure into a KubeError.
 * KubeConnection owns it, its KubeApis call it. It retries one thing alone: a 401, once, with a credential read afresh.
 */
import type { Dispatcher } from 'undici';
import type { AuthHeaders, Credentials } from '../access/credentials.js';
import { ConnectionClosed, KubeError, Unreachable } from '../resource/kube-errors.js';
import { errorCode } from '../resource/error-code.js';
import type { KubeAnswer, KubeRequest, KubeStream, Query } from '../resource/kube-request.js';
import { assertSafePath } from '../resource/resource-path.js';
import { errorFromAnswer } from '../resource/status-to-error.js';
import type { Clock } from '../time/clock.js';
import { ReceivedAnswer, headerOf, warningsOf } from './answer.js';
import { Call } from './call.js';
import type { CallName } from './call.js';
import type { Dispatchers } from './dispatchers.js';

interface ExchangeParts {
  readonly dispatchers: Dispatchers;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** A request that is ready to be sent, but for the headers that say who sends it. */
interface Outgoing {
  readonly name: CallName;
  readonly by: Credentials;
  readonly options: Dispatcher.RequestOptions;
}

type Response = Dispatcher.ResponseData;

/** Requests and streams of one identity, until it is closed. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #open = new Set<Call>();
  #isClosed = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  /**
   * One request and its whole answer, over the pool.
   * @param by who sends it, where that is not who the exchange was made for
   */
  async request(base: string, request: KubeRequest, by: Credentials = this.#parts.credentials): Promise<KubeAnswer> {
    const outgoing = outgoingOf(base, request, by);
    const call = this.#begin(outgoing.name, request);
    try {
      const { statusCode, headers, body } = await this.#send(this.#parts.dispatchers.requests, outgoing, call);
      return new ReceivedAnswer(outgoing.name, statusCode, warningsOf(headers), Buffer.from(await body.arrayBuffer()));
    } catch (error) {
      throw failureOf(call, error);
    } finally {
      call.finish();
    }
  }

  /** One request whose answer goes on, over a connection of its own. */
  async stream(base: string, request: KubeRequest, by: Credentials = this.#parts.credentials): Promise<KubeStream> {
    const outgoing = outgoingOf(base, request, by);
    const call = this.#begin(outgoing.name, request);
    try {
      const { statusCode, body } = await this.#send(this.#parts.dispatchers.streams, outgoing, call);
      call.liftDeadline();
      // Closing before anybody listens would else be an unhandled error of the body.
      body.on('error', () => undefined);
      return streamOf(statusCode, body, call);
    } catch (error) {
      call.finish();
      throw failureOf(call, error);
    }
  }

  /** Ends every call and every stream. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#open) call.closeConnection();
    const { requests, streams } = this.#parts.dispatchers;
    await Promise.all([requests.destroy(), streams.destroy()]);
  }

  #begin(name: CallName, { signal, timeoutMs = this.#parts.timeoutMs }: KubeRequest): Call {
    if (this.#isClosed) throw new ConnectionClosed({ ...name, message: 'the connection is closed' });
    return new Call(name, { signal, timeoutMs }, this.#parts.clock, this.#open);
  }

  /** The answer's head when it is of the 2xx family; everything else is thrown. */
  async #send(dispatcher: Dispatcher, outgoing: Outgoing, call: Call): Promise<Response> {
    const first = await this.#sendOnce(dispatcher, outgoing, call);
    if (first.response.statusCode !== 401 || !outgoing.by.refused(first.auth)) return accepted(outgoing.name, first);
    await first.response.body.dump();
    return accepted(outgoing.name, await this.#sendOnce(dispatcher, outgoing, call));
  }

  async #sendOnce(dispatcher: Dispatcher, { name, by, options }: Outgoing, call: Call): Promise<Sent> {
    call.signal.throwIfAborted();
    const auth = await headersOf(by, name);
    const headers = { ...options.headers, ...auth };
    return { auth, response: await dispatcher.request({ ...options, headers, headersTimeout: call.timeoutMs, signal: call.signal }) };
  }
}

interface Sent {
  readonly auth: AuthHeaders;
  readonly response: Response;
}

/** What a credential's program or file said is told by its error code alone: its words may hold the token. */
async function headersOf(credentials: Credentials, name: CallName): Promise<AuthHeaders> {
  try {
    return await credentials.headers();
  } catch (error) {
    const context = { ...name, message: `no credential could be had (${errorCode(error) ?? 'its source failed'})` };
    throw new Unreachable(context, 'credential', 'Look at the token file, or run the exec plugin of the kubeconfig by hand');
  }
}

function outgoingOf(base: string, { method, path, query, body, contentType, accept = 'application/json' }: KubeRequest, by: Credentials): Outgoing {
  assertSafePath(path);
  const { origin, pathname } = new URL(base);
  const fullPath = `${pathname.replace(/\/+$/, '')}${path}`;
  const headers: Record<string, string> = { accept, 'user-agent': 'kcp-runtime' };
  if (body !== undefined) headers['content-type'] = contentType ?? 'application/json';
  return {
    // A continue token is long and tells nobody anything.
    name: { method, url: `${origin}${fullPath}${queryText({ ...query, continue: undefined })}` },
    by,
    options: { origin, method, path: `${fullPath}${queryText(query)}`, headers, body: body === undefined ? undefined : JSON.stringify(body) },
  };
}

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

async function accepted({ method, url }: CallName, { auth, response }: Sent): Promise<Response> {
  const { statusCode: status, headers, body } = response;
  if (status >= 200 && status < 300) return response;
  const text = withoutSecrets(await body.text(), auth);
  throw errorFromAnswer({ method, url, status, retryAfter: headerOf(headers, 'retry-after'), body: text });
}

/** Some proxies and debug servers send back what they were sent. */
function withoutSecrets(text: string, auth: AuthHeaders): string {
  const secrets = Object.values(auth).map((value) => value.slice(value.indexOf(' ') + 1));
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[credential]')), text);
}

/** Why a call failed: what ended it wins over what that looked like on the wire. */
function failureOf(call: Call, error: unknown): unknown {
  if (call.signal.aborted) return call.signal.reason;
  return error instanceof KubeError ? error : call.failed(error);
}

function streamOf(status: number, body: Response['body'], call: Call): KubeStream {
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    call.finish();
    body.destroy();
  };
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for await (const chunk of body) yield chunk as Buffer; // the wire: without an encoding a body gives buffers
    } catch (error) {
      if (!isClosed) throw failureOf(call, error);
    } finally {
      close();
    }
  }
  return { status, chunks: chunks(), close };
}
