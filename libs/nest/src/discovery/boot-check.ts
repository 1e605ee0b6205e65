import type { HandlerRole } from '../handler/handler-mark.js';
import type { Provided, Removed } from '../offer/answer.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';
import { BootMistakes } from './boot-mistakes.js';
import { handlerMistakes } from './check-handlers.js';
import { providerMistakes } from './check-provider.js';
import type { FoundHandler, HandlerCall } from './found-handler.js';
import type { OfferHandlers } from './offer-handlers.js';

/** Checks a provider without its app, as `manifests` needs it. @throws BootMistakes */
export function checkProvider(provider: Provider): void {
  refuse(providerMistakes(provider));
}

/**
 * Checks all that can be known at boot and puts the handlers of each offer together.
 * @throws BootMistakes with every mistake at once.
 */
export function bootCheck(provider: Provider, found: readonly FoundHandler[]): OfferHandlers[] {
  refuse([...providerMistakes(provider), ...handlerMistakes(provider, found)]);
  return provider.offers.map((offer) => handlersOf(offer, found.filter((handler) => handler.offer === offer)));
}

function refuse(mistakes: ConstructorParameters<typeof BootMistakes>[0]): void {
  if (mistakes.length > 0) throw new BootMistakes(mistakes);
}

/** What a method answers is known by its decorator: only methods of the right type compile. */
function handlersOf(offer: AnyOffer, found: readonly FoundHandler[]): OfferHandlers {
  const call = (role: HandlerRole): HandlerCall | undefined => found.find((handler) => handler.role === role)?.call;
  return {
    offer,
    onOrder: call('onOrder') as (order: object) => Promise<Provided>,
    onDelete: call('onDelete') as ((deletion: object) => Promise<Removed>) | undefined,
    onBound: call('onBound') as ((workspace: object) => Promise<void>) | undefined,
    onUnbound: call('onUnbound') as ((workspace: object) => Promise<void>) | undefined,
  };
}
