import type { Clock, KubeConnection } from '@kcp-runtime/kube';
import type { OrderLog } from '../offer/order.js';
import { RetiredConnections } from './retired-connections.js';

/** What work is kept with. */
export interface ConnectedWorkParts {
  /** How long what began over a connection may still need it when another one has taken its place. */
  readonly retireMs: number;
  /** A fault of ours has ended the work; {@link ConnectedWork.throwIfBroken} tells which. */
  readonly onBroken: () => void;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** A connection, and by what it is known to be the right one. */
export interface Connected<Mark> {
  readonly connection: KubeConnection;
  readonly mark: Mark;
}

interface Going<Mark> extends Connected<Mark> {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Work that goes on over a connection, which is another one now and then. A link decides over which. */
export class ConnectedWork<Mark> {
  readonly #parts: ConnectedWorkParts;
  readonly #retired: RetiredConnections;
  #going: Going<Mark> | undefined;
  #brokenBy: unknown;

  constructor(parts: ConnectedWorkParts) {
    this.#parts = parts;
    this.#retired = new RetiredConnections({ ...parts, forMs: parts.retireMs });
  }

  /** The connection of the moment; `undefined` before the first one, and after a fault of ours. */
  get over(): Connected<Mark> | undefined {
    return this.#going;
  }

  get isGoingOn(): boolean {
    return this.#going?.stop.signal.aborted === false;
  }

  /** Ends it, and leaves the connection. */
  halt(): void {
    this.#going?.stop.abort();
  }

  /** Begins over this connection, once what went on before has ended. */
  async begin(over: Connected<Mark>, work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    this.halt();
    await this.ended();
    this.#leave(over.connection);
    const stop = new AbortController();
    const broken = (error: unknown): void => {
      this.#brokenBy = error;
      this.#parts.onBroken();
    };
    // Not before the connection is the one of the moment: the first thing that is done asks for it.
    const ended = Promise.resolve().then(() => work(AbortSignal.any([signal, stop.signal])));
    this.#going = { ...over, stop, ended: ended.catch(broken) };
  }

  /** Lets it go on; what it begins from now on goes over this connection. */
  goOnOver(over: Connected<Mark>): void {
    if (this.#going === undefined) return;
    this.#leave(over.connection);
    this.#going = { ...this.#going, ...over };
  }

  /** A fault of ours that has ended it, once: it is to begin anew, over a new connection. */
  throwIfBroken(): void {
    const error = this.#brokenBy;
    if (error === undefined) return;
    this.#brokenBy = undefined;
    this.#leave(undefined);
    this.#going = undefined;
    throw error;
  }

  async ended(): Promise<void> {
    await this.#going?.ended;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#retired.close(), this.#going?.connection.close()]);
  }

  #leave(next: KubeConnection | undefined): void {
    if (this.#going !== undefined && this.#going.connection !== next) this.#retired.retire(this.#going.connection);
  }
}
