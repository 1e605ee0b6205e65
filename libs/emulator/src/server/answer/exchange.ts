import type { IncomingMessage, ServerResponse } from 'node:http';
import { dump } from 'js-yaml';
import type { User } from '../../auth/user.js';
import { readProtobuf, UnreadableProtobuf } from '../protobuf/read-protobuf.js';
import { ApiError, TextError, badRequest, unsupportedMediaType } from './api-error.js';
import { checkDepth } from './depth.js';
import { parseJson, type JsonText } from './json-text.js';
import { readAccept, type Answered, type Presentation } from './media.js';
import { parseYaml } from './yaml-text.js';
import { messageOf } from '../../schema/message-of.js';

/** One request with its answer: what all handlers read from and write to. */
export class Exchange {
  readonly warnings: string[] = [];
  user: User | undefined;
  #presentation: Presentation | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly method: string,
    readonly path: string,
    readonly query: URLSearchParams,
  ) {}

  /** In which form the client wants its answer: that of a document, until it is known to be of a kind. */
  get presentation(): Presentation {
    this.#presentation ??= readAccept(this.request.headers.accept, 'document');
    return this.#presentation;
  }

  /** Reads in which form the client wants objects of a kind. @throws ApiError 406 when they cannot be given so */
  negotiate(answered: Answered): void {
    this.#presentation = readAccept(this.request.headers.accept, answered);
  }

  /** The media type of the body, without parameters; JSON where nothing is said. */
  get contentType(): string {
    return (this.request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim() ?? '';
  }

  /** The body as it came. @throws ApiError 413 */
  bytes(): Promise<Buffer> {
    return readBytes(this.request);
  }

  /** The body, parsed as its content type says. @throws ApiError 400 or 413 */
  async body(): Promise<JsonText> {
    return this.parsed(await this.bytes());
  }

  /** @throws ApiError 400 for bytes that are not what their content type says */
  parsed(bytes: Buffer): JsonText {
    if (bytes.length === 0 && !this.contentType.includes('yaml')) return { value: undefined, doubled: [], tooLarge: undefined };
    if (this.contentType === PROTOBUF) return { value: fromProtobuf(bytes), doubled: [], tooLarge: undefined };
    const parsed = parse(bytes.toString(), this.contentType);
    // A shorter text has not so many levels.
    if (bytes.length > SHALLOW_BYTES) checkDepth(parsed.value);
    return parsed;
  }

  /** Objects and options come as one of these; a patch is judged by its own handler, which knows its kinds. @throws ApiError 415 */
  checkObjectType(): void {
    const parameters = (this.request.headers['content-type'] ?? '').split(';').slice(1);
    if (OBJECT_TYPES.includes(this.contentType.toLowerCase()) && parameters.every((parameter) => parameter.trim() === '' || parameter.includes('='))) return;
    throw unsupportedMediaType(`the body of the request was in an unknown format - accepted media types include: ${OBJECT_TYPES.join(', ')}`);
  }

  json(code: number, body: unknown): void {
    this.text(code, JSON.stringify(body));
  }

  /** Sends a JSON text that is already encoded, as YAML where that was asked for. */
  text(code: number, json: string): void {
    const isYaml = this.presentation.format === 'yaml';
    const body = isYaml ? dump(JSON.parse(json)) : json;
    this.send(code, isYaml ? 'application/yaml' : 'application/json', body);
  }

  send(code: number, contentType: string, body: string): void {
    const { response } = this;
    if (response.headersSent) {
      response.end();
      return;
    }
    this.writeWarnings();
    response.writeHead(code, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
    // As a string it leaves in one piece with the head.
    response.end(body);
  }

  /** Answers with what a handler threw. Faults of the server itself are told as 500, with their text. */
  fail(error: unknown): void {
    if (error instanceof ApiError) {
      const seconds = error.details?.retryAfterSeconds;
      if (seconds !== undefined) this.response.setHeader('retry-after', String(seconds));
      this.tell(error);
    } else if (error instanceof TextError) {
      this.response.setHeader('x-content-type-options', 'nosniff');
      this.send(error.code, 'text/plain; charset=utf-8', error.message);
    } else {
      const message = messageOf(error);
      this.send(500, 'application/json', JSON.stringify(new ApiError(500, 'InternalError', `Internal error occurred: ${message}`).status()));
    }
  }

  /** A refusal comes in the form that was asked for, and as JSON where that cannot be given. */
  private tell(error: ApiError): void {
    const status = error.status();
    if (this.format() === 'yaml') this.send(error.code, 'application/yaml', dump(status));
    else this.send(error.code, 'application/json', JSON.stringify(status));
  }

  private format(): Presentation['format'] {
    try {
      return this.presentation.format;
    } catch {
      return 'json';
    }
  }

  private writeWarnings(): void {
    if (this.warnings.length === 0) return;
    this.response.setHeader('warning', this.warnings.map((text) => `299 - ${JSON.stringify(text)}`));
  }
}

/** As kube-apiserver: nobody sends more than this in one object. */
const BODY_LIMIT = 3 * 1024 * 1024;

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const OBJECT_TYPES: readonly string[] = ['application/json', 'application/yaml', PROTOBUF];
const SHALLOW_BYTES = 1_000;

function parse(text: string, contentType: string): JsonText {
  try {
    return contentType.includes('yaml') ? parseYaml(text) : parseJson(text);
  } catch (error) {
    throw badRequest(`the object provided is unrecognized: ${messageOf(error)}`);
  }
}

function fromProtobuf(bytes: Buffer): unknown {
  try {
    return readProtobuf(bytes);
  } catch (error) {
    if (error instanceof UnreadableProtobuf) throw unsupportedMediaType(`the body of the request was in protobuf: ${error.message}. Send application/json.`);
    throw badRequest(`the protobuf of the request cannot be read: ${messageOf(error)}`);
  }
}

/** By its events: an asynchronous iterator over a request costs more than all that is done with a small one. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`));
      }
    });
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', reject);
    if (request.destroyed) reject(new Error('the client has gone before its body was read'));
  });
}
