import type { Removed } from '../offer/answer.js';
import type { AnyOffer, DeletionOf } from '../offer/offer.js';
import { handlerDecorator } from './handler-mark.js';
import type { HandlerDecorator } from './handler-mark.js';

/**
 * The method that removes what was provided. It is called until it answers `gone()`; only then the order goes.
 * An offer without one keeps nothing outside.
 */
export function OnDelete<O extends AnyOffer>(offer: O): HandlerDecorator<(order: DeletionOf<O>) => Promise<Removed>> {
  return handlerDecorator('onDelete', offer);
}
