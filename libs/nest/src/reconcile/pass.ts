import { Conflict, NotFound } from '@kcp-runtime/kube';
import type { KubeObject, OrderKey } from '@kcp-runtime/kube';
import type { OrderOwner } from '../customer/order-owner.js';
import { OrderVoice } from '../events/order-voice.js';
import type { Told } from '../events/order-voice.js';
import { orderIdentity } from '../offer/order-identity.js';
import type { ConditionType, Finding } from '../status/conditions.js';
import type { Because } from '../status/reasons.js';
import type { OrderFrame, OrderHome } from './order-home.js';
import type { ServedOffer } from './served-offer.js';

/** What a pass starts from. */
export interface PassStart {
  readonly key: OrderKey;
  readonly home: OrderHome;
  readonly served: ServedOffer;
  readonly frame: OrderFrame;
  readonly signal: AbortSignal;
  readonly told: Told;
  /** Makes the name of the pass; asked once, and only where somebody wants it. */
  readonly id: () => string;
}

/**
 * One pass over one order: what the steps hand on to each other. The reconciler makes it; each step reads it,
 * goes on with the newest frame, and notes what it found. It never outlives the pass.
 */
export class Pass {
  readonly key: OrderKey;
  readonly home: OrderHome;
  readonly served: ServedOffer;
  /** Ends when the mode ends. After it nothing is written. */
  readonly signal: AbortSignal;
  readonly owner: OrderOwner;
  readonly voice: OrderVoice;
  readonly #newId: () => string;
  #id: string | undefined;
  readonly #findings = new Map<ConditionType, Finding>();
  #frame: OrderFrame;
  #order: KubeObject | undefined;
  #renewInMs: number | undefined;
  #isLost = false;
  #outrunBy: Conflict | undefined;

  constructor({ key, home, served, signal, frame, told, id }: PassStart) {
    this.#newId = id;
    this.key = key;
    this.home = home;
    this.served = served;
    this.signal = signal;
    this.#frame = frame;
    this.owner = ownerOf(key, served, this.order);
    // Most passes tell nothing: only one that does costs a sink.
    this.voice = new OrderVoice({ tell: (event) => home.events(this.owner, signal).tell(event) }, told);
  }

  /** What log lines and the span of this pass have in common. */
  get id(): string {
    return (this.#id ??= this.#newId());
  }

  get frame(): OrderFrame {
    return this.#frame;
  }

  /** The order as the newest frame has it. */
  get order(): KubeObject {
    return (this.#order ??= this.#frame.parse());
  }

  get isDeleting(): boolean {
    return this.#frame.fields.deletionTimestamp !== undefined;
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** After this time something of the order has to be looked at, whatever the pass comes to; undefined where nothing has. */
  get renewInMs(): number | undefined {
    return this.#renewInMs;
  }

  /** The soonest counts. */
  renewWithin(ms: number | undefined): void {
    if (ms !== undefined) this.#renewInMs = Math.min(ms, this.#renewInMs ?? ms);
  }

  /** Whether the server has answered a write of the order that it is not there any more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether the error says that somebody else has written the order first. */
  isOutrunBy(error: unknown): boolean {
    return this.#outrunBy !== undefined && this.#outrunBy === error;
  }

  /** Writes the order: from here on the pass works with the answer. The last one of a pass is seldom looked at. */
  async write(send: (home: OrderHome) => Promise<OrderFrame>): Promise<void> {
    try {
      this.#frame = await send(this.home);
      this.#order = undefined;
    } catch (error) {
      this.#isLost ||= error instanceof NotFound;
      if (error instanceof Conflict) this.#outrunBy = error;
      throw error;
    }
  }

  /** The stage is passed. */
  met(type: ConditionType, because: Because): void {
    this.#findings.set(type, { type, status: 'True', ...because });
  }

  /** The order can't go on from this stage. */
  unmet(type: ConditionType, because: Because): void {
    this.#findings.set(type, { type, status: 'False', ...because });
  }
}

function ownerOf(key: OrderKey, { api }: ServedOffer, order: KubeObject): OrderOwner {
  const { group, plural } = api;
  const { cluster, namespace, name } = key;
  const identity = orderIdentity({ plural, group, cluster, namespace, name });
  return { key, apiVersion: order.apiVersion, kind: order.kind, group, plural, uid: order.metadata.uid ?? '', identity };
}
