import type { Clock, KubeConnection, Timer } from '@kcp-runtime/kube';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';

/** What they are kept with. */
export interface RetiredConnectionsParts {
  /** How long what began over one may still need it. */
  readonly forMs: number;
  readonly clock: Clock;
  readonly log: OrderLog;
}

type Closable = Pick<KubeConnection, 'close'>;

/** Connections that another one has replaced: what was under way over them ends in its own time. */
export class RetiredConnections {
  readonly #open = new Map<Closable, Timer>();

  constructor(private readonly parts: RetiredConnectionsParts) {}

  /** Closes the connection after a time. */
  retire(connection: Closable): void {
    const { forMs, clock, log } = this.parts;
    const timer = clock.timer(forMs, () => {
      this.#open.delete(connection);
      connection.close().catch((error: unknown) => log.warn('A former connection can not be closed', { reason: messageOf(error) }));
    });
    this.#open.set(connection, timer);
  }

  /** Closes all of them now. */
  async close(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    for (const [, timer] of open) timer.cancel();
    await Promise.all(open.map(([connection]) => connection.close()));
  }
}
