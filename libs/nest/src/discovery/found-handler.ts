import type { HandlerRole } from '../handler/handler-mark.js';
import type { AnyOffer } from '../offer/offer.js';

/** Calls the author's method with an order, a deletion or a workspace, and hands out what it answers or throws. */
export type HandlerCall = (subject: object) => Promise<unknown>;

/** One decorated method, as the explorer found it. Data only: whether it is a mistake is the boot check's matter. */
export interface FoundHandler {
  readonly role: HandlerRole;
  readonly offer: AnyOffer;
  readonly className: string;
  readonly methodName: string;
  /** Nest would call a controller's method for a request, never for an order. */
  readonly home: 'provider' | 'controller';
  readonly call: HandlerCall;
}
