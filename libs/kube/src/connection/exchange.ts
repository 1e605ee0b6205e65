/**
 * Sends requests of one identity and turns every failure into a KubeError.
 * KubeConnection owns it, its KubeApis call it. It retries one thing alone: a 401, once, with a credential read afresh.
 */
import type { Dispatcher } from 'undici';
import type { AuthHeaders, Credentials } from '../access/credentials.js';
import { ConnectionClosed, KubeError, Unreachable } from '../resource/kube-errors.js';
import { errorCode } from '../resource/error-code.js';
import type { KubeAnswer, KubeRequest, KubeStream } from '../resource/kube-request.js';
import { errorFromAnswer } from '../resource/status-to-error.js';
import type { Clock } from '../time/clock.js';
import { ReceivedAnswer, headerOf, warningsOf } from './answer.js';
import { Call } from './call.js';
import type { CallName } from './call.js';
import type { Dispatchers } from './dispatchers.js';
import { hostOf, outgoingOf } from './outgoing.js';
import type { Outgoing } from './outgoing.js';
import { NO_ANSWER } from './request-observer.js';
import type { RequestObserver } from './request-observer.js';
import { wholeAnswer } from './whole-answer.js';
import type { AnswerHead } from './whole-answer.js';

interface ExchangeParts {
  readonly dispatchers: Dispatchers;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly observer?: RequestObserver;
}

type Options = Outgoing['options'];

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
    const since = this.#parts.clock.elapsed();
    try {
      const { status, headers, bytes } = await send(outgoing, call, (options) => wholeAnswer(this.#parts.dispatchers.requests, options, call));
      this.#observe(outgoing, request, status, since);
      return new ReceivedAnswer(outgoing.name, status, warningsOf(headers), bytes);
    } catch (error) {
      const failure = failureOf(call, error);
      this.#observe(outgoing, request, statusOf(failure), since);
      throw failure;
    } finally {
      call.finish();
    }
  }

  /** One request whose answer goes on, over a connection of its own. */
  async stream(base: string, request: KubeRequest, by: Credentials = this.#parts.credentials): Promise<KubeStream> {
    const outgoing = outgoingOf(base, request, by);
    const call = this.#begin(outgoing.name, request);
    try {
      const { status, body } = await send(outgoing, call, (options) => openedStream(this.#parts.dispatchers.streams, options, call));
      this.#observe(outgoing, request, status);
      call.liftDeadline();
      // Closing before anybody listens would else be an unhandled error of the body.
      body.on('error', () => undefined);
      return streamOf(status, body, call);
    } catch (error) {
      call.finish();
      const failure = failureOf(call, error);
      this.#observe(outgoing, request, statusOf(failure));
      throw failure;
    }
  }

  /** Ends every call and every stream. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const call of this.#open) call.closeConnection();
    const { requests, streams } = this.#parts.dispatchers;
    await Promise.all([requests.destroy(), streams.destroy()]);
  }

  #observe(outgoing: Outgoing, { method }: KubeRequest, status: number | undefined, sinceMs?: number): void {
    const { observer, clock } = this.#parts;
    if (observer === undefined) return;
    const code = status === undefined ? NO_ANSWER : String(status);
    observer.sent({ method, host: hostOf(outgoing), code, seconds: sinceMs === undefined ? undefined : (clock.elapsed() - sinceMs) / 1_000 });
  }

  #begin(name: CallName, { signal, timeoutMs = this.#parts.timeoutMs }: KubeRequest): Call {
    if (this.#isClosed) throw new ConnectionClosed({ ...name, message: 'the connection is closed' });
    return new Call(name, { signal, timeoutMs }, this.#parts.clock, this.#open);
  }
}

/** The answer when it is of the 2xx family; everything else is thrown. */
async function send<A extends AnswerHead>(outgoing: Outgoing, call: Call, once: (options: Options) => Promise<A>): Promise<A> {
  const first = await sendOnce(outgoing, call, once);
  if (first.answer.status !== 401 || !outgoing.by.refused(first.auth)) return accepted(outgoing.name, first);
  await first.answer.text();
  return accepted(outgoing.name, await sendOnce(outgoing, call, once));
}

async function sendOnce<A>({ name, by, options }: Outgoing, call: Call, once: (options: Options) => Promise<A>): Promise<Sent<A>> {
  if (call.ended !== undefined) throw call.ended.reason;
  const auth = await headersOf(by, name);
  return { auth, answer: await once({ ...options, headers: { ...options.headers, ...auth } }) };
}

interface Sent<A> {
  readonly auth: AuthHeaders;
  readonly answer: A;
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

async function accepted<A extends AnswerHead>({ method, url }: CallName, { auth, answer }: Sent<A>): Promise<A> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return answer;
  const text = withoutSecrets(await answer.text(), auth);
  throw errorFromAnswer({ method, url, status, retryAfter: headerOf(headers, 'retry-after'), body: text });
}

/** Some proxies and debug servers send back what they were sent. */
function withoutSecrets(text: string, auth: AuthHeaders): string {
  const secrets = Object.values(auth).map((value) => value.slice(value.indexOf(' ') + 1));
  return secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[credential]')), text);
}

/** Why a call failed: what ended it wins over what that looked like on the wire. */
function failureOf(call: Call, error: unknown): unknown {
  if (call.ended !== undefined) return call.ended.reason;
  return error instanceof KubeError ? error : call.failed(error);
}

function statusOf(failure: unknown): number | undefined {
  return failure instanceof KubeError ? failure.status : undefined;
}

type Body = Dispatcher.ResponseData['body'];

async function openedStream(dispatcher: Dispatcher, options: Options, call: Call): Promise<AnswerHead & { readonly body: Body }> {
  const aborter = new AbortController();
  call.onEnd((reason) => aborter.abort(reason));
  const { statusCode: status, headers, body } = await dispatcher.request({ ...options, headersTimeout: call.timeoutMs, signal: aborter.signal });
  return { status, headers, body, text: () => body.text() };
}

function streamOf(status: number, body: Body, call: Call): KubeStream {
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
