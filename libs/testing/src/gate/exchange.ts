/**
 * One request on its way through the gate: rules, the server, rules again, the answer. It ends when either side goes away, and it
 * mirrors how: a broken answer is broken for the client too, never completed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Agent } from 'node:https';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import type { BodyEdit } from './body-edit.js';
import { editStream } from './edit-stream.js';
import type { GateRequest } from './gate-request.js';
import type { Action, GateAnswer, Moment } from './gate-rules.js';

/** What an exchange needs of the gate. */
export interface ExchangeSettings {
  readonly upstream: URL;
  readonly agent: Agent;
  /** The body as it came: not every client sends text. */
  readonly body: Buffer;
  due(request: GateRequest, moment: Moment): Action[];
  edit(request: GateRequest): BodyEdit | undefined;
  answered(status: number): void;
}

/** The client went away, or the gate cut it off. */
class ClientGone extends Error {}

/** A request under way. */
export class Exchange {
  private readonly gone = new AbortController();
  private source: IncomingMessage | undefined;

  constructor(
    readonly request: GateRequest,
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
    private readonly settings: ExchangeSettings,
  ) {
    outgoing.once('close', () => this.gone.abort(new ClientGone()));
  }

  /** Breaks the client's connection; the request to the server is given up with it. */
  cut(): void {
    this.incoming.socket.destroy();
  }

  /** Lets no further byte pass, and keeps the connection. */
  fallSilent(): void {
    this.source?.unpipe();
    this.source?.resume();
  }

  /** Runs the exchange to its end. Rejects only where the gate itself is at fault. */
  async run(): Promise<void> {
    try {
      if (await this.obey('request')) return;
      const answer = await this.forward();
      this.settings.answered(answer.statusCode ?? 0);
      if (await this.obey('answer')) return answer.destroy() && undefined;
      await this.pass(answer);
    } catch (error) {
      this.cut();
      if (!isBrokenConnection(error)) throw error;
    }
  }

  /** Does what the rules say; `true` when the exchange is over with that. */
  private async obey(moment: Moment): Promise<boolean> {
    for (const action of this.settings.due(this.request, moment)) {
      if (await this.act(action)) return true;
    }
    return false;
  }

  private async act(action: Action): Promise<boolean> {
    switch (action.kind) {
      case 'delay':
        await sleep(action.delayMs, undefined, { signal: this.gone.signal });
        return false;
      case 'answer':
        this.answerMyself(action.answer);
        return true;
      case 'cut':
        this.cut();
        return true;
      case 'silence':
        await this.unlessGone(action.over);
        this.cut();
        return true;
      case 'hold': {
        const decision = await this.unlessGone(action.decided(this.request));
        if (decision === 'cut') this.cut();
        return decision === 'cut';
      }
    }
  }

  /** A client that died while it was held back is never heard of by the server. */
  private async unlessGone<T>(wait: Promise<T>): Promise<T> {
    const { signal } = this.gone;
    signal.throwIfAborted();
    const done = new AbortController();
    try {
      return await Promise.race([
        wait,
        once(signal, 'abort', { signal: done.signal }).then((): never => {
          throw new ClientGone();
        }),
      ]);
    } finally {
      done.abort();
    }
  }

  private answerMyself(answer: GateAnswer): void {
    const isText = typeof answer.body === 'string';
    this.settings.answered(answer.status);
    this.outgoing.writeHead(answer.status, { 'content-type': isText ? 'text/plain' : 'application/json', ...answer.headers });
    this.outgoing.end(answer.body === undefined || isText ? answer.body : JSON.stringify(answer.body));
  }

  private async forward(): Promise<IncomingMessage> {
    const { upstream, agent, body } = this.settings;
    const headers = { ...this.incoming.headers, host: upstream.host };
    // An edited body must arrive as text.
    if (this.settings.edit(this.request) !== undefined) delete headers['accept-encoding'];
    const path = this.incoming.url ?? '/';
    const forwarded = httpsRequest({ host: upstream.hostname, port: upstream.port, agent, path, method: this.request.method, headers, signal: this.gone.signal });
    // After the head has come, the answer's own stream tells of a fault.
    forwarded.on('error', () => undefined);
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    this.source = answer;
    return answer;
  }

  private async pass(answer: IncomingMessage): Promise<void> {
    const edit = answer.headers['content-type']?.startsWith('application/json') === true ? this.settings.edit(this.request) : undefined;
    const dropped = new Set(['connection', 'transfer-encoding', 'keep-alive', ...(edit === undefined ? [] : ['content-length'])]);
    this.outgoing.writeHead(answer.statusCode ?? 502, headersBut(answer.rawHeaders, dropped));
    // A watch says nothing for a while, and its head must be out before.
    this.outgoing.flushHeaders();
    if (edit === undefined) await pipeline(answer, this.outgoing);
    else await pipeline(answer, editStream(edit, this.request.verb === 'watch'), this.outgoing);
  }
}

function headersBut(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function isBrokenConnection(error: unknown): boolean {
  if (error instanceof ClientGone) return true;
  if (!types.isNativeError(error)) return false;
  if (error.name === 'AbortError') return true;
  return 'code' in error && /^(ECONN|EPIPE|ERR_STREAM|ABORT_ERR|ETIMEDOUT|UND_|ERR_SSL|HPE_)/.test(String(error.code));
}
