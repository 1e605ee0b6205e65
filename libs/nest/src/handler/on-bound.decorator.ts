import type { AnyOffer } from '../offer/offer.js';
import type { ConsumerWorkspace } from '../offer/order.js';
import { handlerDecorator } from './handler-mark.js';
import type { HandlerDecorator } from './handler-mark.js';

/** The method to call when a workspace engages: its binding has become usable. Called again after every start. kcp mode only. */
export function OnBound(offer: AnyOffer): HandlerDecorator<(workspace: ConsumerWorkspace) => Promise<void>> {
  return handlerDecorator('onBound', offer);
}

/**
 * The method to call when a workspace leaves: its binding is gone. Nothing of an order may be cleaned up here,
 * since a binding can vanish by mistake: orders are cleaned up by `@OnDelete`. kcp mode only.
 */
export function OnUnbound(offer: AnyOffer): HandlerDecorator<(workspace: ConsumerWorkspace) => Promise<void>> {
  return handlerDecorator('onUnbound', offer);
}
