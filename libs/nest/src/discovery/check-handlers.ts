import type { HandlerRole } from '../handler/handler-mark.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';
import type { BootMistake } from './boot-mistakes.js';
import { offerTitle } from './check-provider.js';
import type { FoundHandler } from './found-handler.js';

const DECORATOR: Readonly<Record<HandlerRole, string>> = { onOrder: '@OnOrder', onDelete: '@OnDelete', onBound: '@OnBound', onUnbound: '@OnUnbound' };

/** The mistakes in how an app handles its provider's offers. */
export function handlerMistakes(provider: Provider, found: readonly FoundHandler[]): BootMistake[] {
  return [
    ...found.flatMap((handler) => [...strayMistakes(provider, handler), ...homeMistakes(handler), ...modeMistakes(provider, handler)]),
    ...provider.offers.flatMap((offer) => roleMistakes(offer, found.filter((handler) => handler.offer === offer))),
  ];
}

function titleOf({ className, methodName }: FoundHandler): string {
  return `${className}.${methodName}`;
}

function strayMistakes({ name, offers }: Provider, handler: FoundHandler): BootMistake[] {
  if (offers.includes(handler.offer)) return [];
  return [{ where: titleOf(handler), message: `it handles the ${offerTitle(handler.offer)}, which provider ${name} does not make. Put that offer into offers of defineProvider.` }];
}

function homeMistakes(handler: FoundHandler): BootMistake[] {
  if (handler.home === 'provider') return [];
  return [{ where: titleOf(handler), message: `${DECORATOR[handler.role]} has no effect on a controller. Move the method to a class in providers of its module.` }];
}

function modeMistakes({ modes }: Provider, handler: FoundHandler): BootMistake[] {
  const isKcpOnly = handler.role === 'onBound' || handler.role === 'onUnbound';
  if (!isKcpOnly || modes.includes('kcp')) return [];
  return [{ where: titleOf(handler), message: `${DECORATOR[handler.role]} is called in kcp mode only, and modes of the provider leaves kcp out.` }];
}

function roleMistakes(offer: AnyOffer, found: readonly FoundHandler[]): BootMistake[] {
  const inRole = (role: HandlerRole): FoundHandler[] => found.filter((handler) => handler.role === role);
  const roles: HandlerRole[] = ['onOrder', 'onDelete', 'onBound', 'onUnbound'];
  return [
    ...(inRole('onOrder').length > 0
      ? []
      : [{ where: offerTitle(offer), message: 'nothing handles it. Put @OnOrder(…) at a method of a class in providers of a module that the app imports.' }]),
    ...roles
      .map(inRole)
      .filter((handlers) => handlers.length > 1)
      .map((handlers) => ({
        where: handlers.map(titleOf).join(', '),
        message: `each is ${DECORATOR[handlers[0]?.role ?? 'onOrder']} of the ${offerTitle(offer)}. Keep one, and provide its class in one module.`,
      })),
  ];
}
