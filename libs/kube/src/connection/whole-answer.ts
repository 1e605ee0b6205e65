import type { Dispatcher } from 'undici';
import type { Call } from './call.js';

/** The headers of an answer, by their names in lower case. */
export type AnswerHeaders = Dispatcher.ResponseData['headers'];

/** An answer of any status. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The whole body. */
  text(): Promise<string>;
}

/** One that has come in to its end. */
export interface WholeAnswer extends AnswerHead {
  readonly bytes: Buffer;
}

/**
 * Sends a request and collects its answer. `Dispatcher.request` would make a stream for each answer, and an AbortSignal with it:
 * a fifth of the CPU time of a write. Rejects as soon as the call is ended; a request that waits for a socket is then never sent.
 */
export function wholeAnswer(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, call: Call): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    call.onEnd(reject);
    // The call has a deadline for all of it, which undici's own limits would only repeat.
    dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, new Collector(call, resolve, reject));
  });
}

/** Takes an answer in as undici tells it. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: AnswerHeaders = {};

  constructor(
    private readonly call: Call,
    private readonly resolve: (answer: WholeAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.call.onEnd((reason) => {
      this.reject(reason);
      controller.abort(new Error('The call was ended'));
    });
  }

  /** Also called for a 1xx, which the answer itself follows. */
  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const bytes = Buffer.concat(this.#chunks);
    this.resolve({ status: this.#status, headers: this.#headers, bytes, text: () => Promise.resolve(bytes.toString('utf8')) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.reject(error);
  }
}
