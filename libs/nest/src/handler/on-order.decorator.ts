import type { AnyOffer, OrderOf, ProvidedBy } from '../offer/offer.js';
import { handlerDecorator } from './handler-mark.js';
import type { HandlerDecorator } from './handler-mark.js';

/**
 * The method that provides what was ordered. It is called when an order is created or changed, again after a fault,
 * and again at every poll, so it must be able to find its work done. Each offer has exactly one.
 */
export function OnOrder<O extends AnyOffer>(offer: O): HandlerDecorator<(order: OrderOf<O>) => Promise<ProvidedBy<O>>> {
  return handlerDecorator('onOrder', offer);
}
