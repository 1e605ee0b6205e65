import type { AnyOffer } from '../offer/offer.js';
import type { ConsumerWorkspace } from '../offer/order.js';
import { handlerDecorator } from './handler-mark.js';
import type { HandlerDecorator } from './handler-mark.js';

/**
 * The method to call when a workspace engages: its binding has become usable. It is called once a binding, again after an
 * error until it succeeds, and again in every process, so it must be able to find its work done. kcp mode only.
 */
export function OnBound(offer: AnyOffer): HandlerDecorator<(workspace: ConsumerWorkspace) => Promise<void>> {
  return handlerDecorator('onBound', offer);
}

/**
 * The method to call when a workspace leaves: its binding was deleted, and all its orders are gone by then. It is called after
 * every `@OnBound`, also one that failed, until it succeeds; a workspace that leaves while no process runs is not told of.
 * Nothing of an order may be cleaned up here: that is `@OnDelete`'s. kcp mode only.
 */
export function OnUnbound(offer: AnyOffer): HandlerDecorator<(workspace: ConsumerWorkspace) => Promise<void>> {
  return handlerDecorator('onUnbound', offer);
}
