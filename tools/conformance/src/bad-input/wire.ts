import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { readAdminKubeconfig } from '@kcp-runtime/testing';
import type { BadRequest } from './bad-requests.js';

/** Where requests go, and as whom. */
export interface WireTarget {
  /** Base URL; every path is put behind it. */
  readonly url: string;
  readonly kubeconfig: string;
}

/** What clients go by in an answer that is no success. */
export interface AnswerClass {
  readonly status: number;
  readonly contentType: string;
  /** Of a Status; missing elsewhere. */
  readonly reason?: string;
}

/** A request as it goes over the wire. */
export type WireRequest = Pick<BadRequest, 'method' | 'path' | 'headers' | 'body'>;

/** Sends requests as they stand: what other clients tidy up, escape or refuse is what is asked here. Its owner closes it. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });
  private readonly access: ReturnType<typeof readAdminKubeconfig>;
  private readonly place: URL;

  constructor({ url, kubeconfig }: WireTarget) {
    this.access = readAdminKubeconfig(kubeconfig);
    this.place = new URL(url);
  }

  async send(request: WireRequest): Promise<AnswerClass> {
    const answer = await this.answerTo(request);
    return classOf(answer, await textOf(answer));
  }

  /** The whole text of an answer. */
  async read(path: string): Promise<string> {
    return textOf(await this.answerTo({ method: 'GET', path }));
  }

  close(): void {
    this.agent.destroy();
  }

  private answerTo({ method, path, headers = {}, body }: WireRequest): Promise<IncomingMessage> {
    const { token, ca } = this.access;
    const { hostname, port, pathname } = this.place;
    const bytes = body === undefined ? undefined : Buffer.from(body());
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    return new Promise((resolve, reject) => {
      const asked = request({ agent: this.agent, hostname, port, ca, method, path: (pathname === '/' ? '' : pathname) + path, headers: { authorization: `Bearer ${token}`, ...headers, ...length } }, resolve);
      // Behind an answer it is about the rest of a body that the server did not wait for.
      asked.on('error', reject);
      asked.end(bytes);
    });
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function classOf({ statusCode = 0, headers }: IncomingMessage, text: string): AnswerClass {
  const contentType = headers['content-type']?.split(';')[0] ?? '';
  const reason = contentType === 'application/json' && statusCode >= 400 ? (JSON.parse(text) as { reason?: string }).reason : undefined;
  return { status: statusCode, contentType, ...(reason === undefined ? {} : { reason }) };
}
