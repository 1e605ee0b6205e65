import type { OrderEvents } from '../offer/order.js';
import { shortened } from '../status/conditions.js';
import type { Because } from '../status/reasons.js';
import type { EventSink, OrderEvent } from './event-sink.js';

/** What an order has been told, so that nothing is told twice in a row. */
export interface Told {
  /** The handler's last words. */
  readonly said?: string;
  /** The fault that stands open. */
  readonly fault?: string;
}

/**
 * All Events of one pass: `order.events` for the handler, faults and recoveries for the loop. Saying something
 * takes no time; the pass waits for what is under way before it ends, so that nothing is written after its lease.
 */
export class OrderVoice implements OrderEvents {
  readonly #sink: EventSink;
  readonly #underWay: Promise<void>[] = [];
  #told: Told;

  /** `told` is what the voice of the pass before has left. */
  constructor(sink: EventSink, told: Told = {}) {
    this.#sink = sink;
    this.#told = told;
  }

  get told(): Told {
    return this.#told;
  }

  normal(reason: string, message: string): void {
    this.#sayOnce({ type: 'Normal', reason, message });
  }

  warning(reason: string, message: string): void {
    this.#sayOnce({ type: 'Warning', reason, message });
  }

  /** The loop's own: told once for a reason and generation, until the order is Ready. */
  fault({ reason, message }: Because, generation: number, since?: string): void {
    const fault = `${reason} ${generation}`;
    if (fault === this.#told.fault) return;
    this.#told = { ...this.#told, fault };
    this.#tell({ type: 'Warning', reason, message, since });
  }

  /** The loop's own: told only where a fault stands open. */
  recovery({ reason, message }: Because, since?: string): void {
    if (this.#told.fault === undefined) return;
    this.#told = { said: this.#told.said };
    this.#tell({ type: 'Normal', reason, message, since });
  }

  /** Resolves when nothing is under way any more. */
  async finished(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #sayOnce(event: OrderEvent): void {
    const said = `${event.type} ${event.reason} ${event.message}`;
    if (said === this.#told.said) return;
    this.#told = { ...this.#told, said };
    this.#tell(event);
  }

  #tell(event: OrderEvent): void {
    this.#underWay.push(this.#sink.tell({ ...event, message: shortened(event.message) }));
  }
}
