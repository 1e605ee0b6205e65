import type { IncomingMessage, ServerResponse } from 'node:http';
import { dump, load } from 'js-yaml';
import type { User } from '../../auth/user.js';
import { readProtobuf, UnreadableProtobuf } from '../protobuf/read-protobuf.js';
import { ApiError, TextError, badRequest, unsupportedMediaType } from './api-error.js';
import { checkDepth } from './depth.js';
import { readAccept, type Presentation } from './media.js';
import { messageOf } from '../../schema/message-of.js';

/** One request with its answer: what all handlers read from and write to. */
export class Exchange {
  readonly warnings: string[] = [];
  user: User | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly method: string,
    readonly path: string,
    readonly query: URLSearchParams,
  ) {}

  get presentation(): Presentation {
    return readAccept(this.request.headers.accept);
  }

  /** The media type of the body, without parameters. */
  get contentType(): string {
    return (this.request.headers['content-type'] ?? 'application/json').split(';')[0]?.trim() ?? '';
  }

  /** The body, parsed as its content type says. @throws ApiError 400, 413 or 415 */
  async body(): Promise<unknown> {
    const bytes = await readBytes(this.request);
    if (bytes.length === 0) return undefined;
    if (this.method !== 'PATCH') checkObjectType(this.contentType);
    if (this.contentType === PROTOBUF) return fromProtobuf(bytes);
    const value = parse(bytes.toString(), this.contentType);
    // A shorter text has not so many levels.
    if (bytes.length > SHALLOW_BYTES) checkDepth(value);
    return value;
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
      this.send(error.code, 'application/json', JSON.stringify(error.status()));
    } else if (error instanceof TextError) {
      this.response.setHeader('x-content-type-options', 'nosniff');
      this.send(error.code, 'text/plain; charset=utf-8', error.message);
    } else {
      const message = messageOf(error);
      this.send(500, 'application/json', JSON.stringify(new ApiError(500, 'InternalError', `Internal error occurred: ${message}`).status()));
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

/** A patch is judged by its own handler, which knows its kinds. */
function checkObjectType(contentType: string): void {
  if (OBJECT_TYPES.includes(contentType)) return;
  throw unsupportedMediaType(`the body of the request was in an unknown format - accepted media types include: ${OBJECT_TYPES.join(', ')}`);
}

function parse(text: string, contentType: string): unknown {
  try {
    return contentType.includes('yaml') ? load(text) : JSON.parse(text);
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

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_LIMIT) throw new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
