import type { Dispatcher } from 'undici';
import { ServerFault } from '../resource/kube-errors.js';
import type { KubeAnswer } from '../resource/kube-request.js';
import { excerpt } from '../resource/status-to-error.js';
import type { CallName } from './call.js';

type Headers = Dispatcher.ResponseData['headers'];

/** A whole answer of the 2xx family. */
export class ReceivedAnswer implements KubeAnswer {
  readonly #name: CallName;

  constructor(
    name: CallName,
    readonly status: number,
    readonly warnings: readonly string[],
    readonly bytes: Buffer,
  ) {
    this.#name = name;
  }

  json(): unknown {
    const text = this.bytes.toString('utf8');
    try {
      return JSON.parse(text);
    } catch {
      throw new ServerFault({ ...this.#name, status: this.status, message: `no JSON: ${excerpt(text)}` });
    }
  }
}

/** The texts of all Warning headers, such as `299 - "unknown field \"spec.x\""`. */
export function warningsOf(headers: Headers): readonly string[] {
  const value = headers['warning'];
  if (value === undefined) return [];
  const lines = Array.isArray(value) ? value.join(', ') : value;
  return [...lines.matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => (text ?? '').replace(/\\(.)/g, '$1'));
}

/** The first value of a header. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
