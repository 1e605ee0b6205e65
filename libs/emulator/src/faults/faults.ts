import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../control/clock.js';
import { ApiError } from '../server/answer/api-error.js';

/** What befalls a request instead of its answer, or before it. */
export type Fault =
  /** The emulator does nothing and answers this; the body is a Status with the reason. */
  | { readonly kind: 'answer'; readonly status: number; readonly reason?: string; readonly headers?: Readonly<Record<string, string>> }
  /** The request waits on the emulator's clock, then goes its way. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** A black hole: the request is taken and never answered; lifting the fault breaks its connection. */
  | { readonly kind: 'silence' }
  /** The connection breaks. */
  | { readonly kind: 'cut' };

/** Says whether a request is meant. */
export type RequestMatch = (request: { readonly method: string; readonly url: string }) => boolean;

/** A fault that waits for its requests. */
export interface PlantedFault {
  /** How many requests it has befallen. */
  readonly hits: number;
  /** Ends it, and breaks the connections that it keeps silent. */
  lift(): void;
}

class Planted implements PlantedFault {
  hits = 0;
  readonly #silent = new Set<ServerResponse>();

  constructor(
    readonly match: RequestMatch,
    readonly fault: Fault,
    private readonly howOften: number,
    private readonly remove: (planted: Planted) => void,
  ) {}

  hit(): void {
    this.hits += 1;
    if (this.hits === this.howOften) this.remove(this);
  }

  keepSilent(response: ServerResponse): void {
    this.#silent.add(response);
    response.once('close', () => this.#silent.delete(response));
  }

  lift(): void {
    this.remove(this);
    for (const response of this.#silent) response.destroy();
  }
}

/** The faults that a test plants in an emulator. Of several that fit a request the oldest befalls it. */
export class Faults {
  readonly #planted = new Set<Planted>();

  /** @internal */
  constructor(private readonly clock: Clock) {}

  /** Befalls the next request that fits. */
  next(match: RequestMatch, fault: Fault): PlantedFault {
    return this.plant(match, fault, 1);
  }

  /** Befalls every request that fits until it is lifted. */
  every(match: RequestMatch, fault: Fault): PlantedFault {
    return this.plant(match, fault, Infinity);
  }

  /** Lifts all of them. */
  lift(): void {
    for (const planted of [...this.#planted]) planted.lift();
  }

  /**
   * Lets a request meet its fault; `spared` when it goes its way.
   * @internal
   */
  async meet(request: IncomingMessage, response: ServerResponse): Promise<'spared' | 'answered' | 'silenced'> {
    const { method = '', url = '' } = request;
    const planted = [...this.#planted].find(({ match }) => match({ method, url }));
    if (planted === undefined) return 'spared';
    planted.hit();
    const { fault } = planted;
    switch (fault.kind) {
      case 'answer':
        answer(response, fault);
        return 'answered';
      case 'delay':
        await new Promise<void>((resolve) => this.clock.after(fault.ms, resolve));
        return 'spared';
      case 'silence':
        planted.keepSilent(response);
        return 'silenced';
      case 'cut':
        request.socket.destroy();
        return 'silenced';
    }
  }

  private plant(match: RequestMatch, fault: Fault, howOften: number): PlantedFault {
    const planted = new Planted(match, fault, howOften, (done) => this.#planted.delete(done));
    this.#planted.add(planted);
    return planted;
  }
}

function answer(response: ServerResponse, { status, reason = 'InternalError', headers = {} }: Extract<Fault, { kind: 'answer' }>): void {
  const body = JSON.stringify(new ApiError(status, reason, 'the emulator was told to answer so').status());
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}
