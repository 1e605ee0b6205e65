/**
 * Plain HTTP requests with JSON in and out: what the tests set a kcp up with and look at it with. It shares nothing with the
 * client under test, so that no fault of that client can hide itself. It retries nothing and judges nothing.
 */
import { Agent, request } from 'undici';
import { RawWatch } from './raw-watch.js';
import { UnexpectedAnswer } from './unexpected-answer.js';

/** A JSON object as it came; look into it with {@link dig}. */
export type RawBody = Readonly<Record<string, unknown>>;

/** One request. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the first slash on, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Of the body; `application/json` where nothing is said. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer, read to its end. */
export interface RawAnswer {
  readonly status: number;
  /** Without parameters; empty where the server sent none. */
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; empty when it was not JSON. */
  readonly body: RawBody;
  /** The texts of the `Warning` headers. */
  readonly warnings: readonly string[];
}

/** Sees each request when it is sent, and its answer: for who records. Watches are seen by their own events instead. */
export interface RawObserver {
  /** `token` is undefined for nobody. What it returns is given the answer, and not called when there is none. */
  asked(request: RawRequest, sender: { readonly url: string; readonly token: string | undefined }): (answer: RawAnswer) => void;
}

/** Whom and what a client speaks to. */
export interface RawTarget {
  /** Base URL; every path is put behind it. */
  readonly url: string;
  readonly ca: string;
  /** Asked for before each request, since a restarted kcp has other tokens; no credentials where it is missing. */
  readonly token?: () => string;
  readonly observer?: RawObserver;
}

/** A client of one server and identity. */
export class RawClient {
  private constructor(
    private readonly target: RawTarget,
    private readonly agent: Agent,
  ) {}

  static open(target: RawTarget): RawClient {
    return new RawClient(target, new Agent({ connect: { ca: target.ca }, allowH2: false, connections: 32 }));
  }

  /** The same server seen by somebody else; without a token, by nobody. Closed with this one. */
  as(token: string | undefined): RawClient {
    const { token: _own, ...target } = this.target;
    return new RawClient(token === undefined ? target : { ...target, token: () => token }, this.agent);
  }

  /** The same server and identity below `prefix`. Closed with this one. */
  below(prefix: string): RawClient {
    return new RawClient({ ...this.target, url: this.target.url + prefix }, this.agent);
  }

  get url(): string {
    return this.target.url;
  }

  async request(asked: RawRequest): Promise<RawAnswer> {
    const token = this.target.token?.();
    const answered = this.target.observer?.asked(asked, { url: this.target.url, token });
    const answer = await this.send(asked, token);
    answered?.(answer);
    return answer;
  }

  private async send(asked: RawRequest, token: string | undefined): Promise<RawAnswer> {
    const answer = await request(this.target.url + asked.path, {
      dispatcher: this.agent,
      method: asked.method,
      headers: { ...credentials(token), ...contentType(asked), ...asked.headers },
      body: asked.body === undefined ? null : typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body),
      headersTimeout: 90_000,
    });
    const text = await answer.body.text();
    const type = mediaType(answer.headers['content-type']);
    return {
      status: answer.statusCode,
      contentType: type,
      headers: answer.headers,
      text,
      body: type === 'application/json' && text !== '' ? (JSON.parse(text) as RawBody) : {},
      warnings: warnings(answer.headers['warning']),
    };
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RawAnswer> {
    return this.request({ method: 'GET', path, ...(headers === undefined ? {} : { headers }) });
  }

  post(path: string, body: unknown): Promise<RawAnswer> {
    return this.request({ method: 'POST', path, body });
  }

  put(path: string, body: unknown): Promise<RawAnswer> {
    return this.request({ method: 'PUT', path, body });
  }

  /** A JSON merge patch. */
  merge(path: string, body: unknown): Promise<RawAnswer> {
    return this.request({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' });
  }

  /** A JSON patch: a list of operations. */
  jsonPatch(path: string, operations: readonly RawBody[]): Promise<RawAnswer> {
    return this.request({ method: 'PATCH', path, body: operations, contentType: 'application/json-patch+json' });
  }

  /** A server-side apply; the field manager stands in the path's query. */
  serverSideApply(path: string, body: unknown): Promise<RawAnswer> {
    return this.request({ method: 'PATCH', path, body, contentType: 'application/apply-patch+yaml' });
  }

  delete(path: string, options?: unknown): Promise<RawAnswer> {
    return this.request({ method: 'DELETE', path, ...(options === undefined ? {} : { body: options }) });
  }

  /**
   * Opens a watch on a connection of its own.
   * @throws {@link UnexpectedAnswer} when the server does not answer 200
   */
  async watch(path: string): Promise<RawWatch> {
    const agent = new Agent({ connect: { ca: this.target.ca }, allowH2: false });
    const separator = path.includes('?') ? '&' : '?';
    const answer = await request(`${this.target.url}${path}${separator}watch=true`, { dispatcher: agent, headers: credentials(this.target.token?.()), bodyTimeout: 0 });
    if (answer.statusCode !== 200) {
      const text = await answer.body.text();
      await agent.close();
      throw new UnexpectedAnswer('GET', `${path} (watch)`, answer.statusCode, text);
    }
    return new RawWatch(answer.body, () => agent.destroy());
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

/** The value at `keys` inside parsed JSON, or `undefined`. */
export function dig(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let found: unknown = value;
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

function credentials(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function contentType(asked: RawRequest): Record<string, string> {
  return asked.body === undefined ? {} : { 'content-type': asked.contentType ?? 'application/json' };
}

function mediaType(header: string | string[] | undefined): string {
  return String(header ?? '').split(';')[0]?.trim() ?? '';
}

function warnings(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return [header].flat().map((value) => /^\d{3} \S+ "(.*)"$/.exec(value)?.[1]?.replaceAll('\\"', '"') ?? value);
}
