import 'reflect-metadata';

import type { AnyOffer } from '../offer/offer.js';

/** When the runtime calls a method of a handler class. The names are those of `OfferHandlers`. */
export type HandlerRole = 'onOrder' | 'onDelete' | 'onBound' | 'onUnbound';

/** What a decorator leaves at a method. */
export interface HandlerMark {
  readonly role: HandlerRole;
  readonly offer: AnyOffer;
}

const MARKS: unique symbol = Symbol('@kcp-runtime/nest handler');

/** Leaves a mark at a method, and nothing else: no registration, no effect at import time. */
function markHandler(method: object, mark: HandlerMark): void {
  Reflect.defineMetadata(MARKS, [...marksOf(method), mark], method);
}

/** The marks of a method; the one reader of that metadata. */
export function marksOf(method: object): readonly HandlerMark[] {
  return Reflect.getOwnMetadata(MARKS, method) ?? [];
}

/** A method decorator for methods of one type only: any other method does not compile. */
export type HandlerDecorator<Handler> = <Method extends Handler>(target: object, name: string | symbol, method: TypedPropertyDescriptor<Method>) => void;

/** The decorator for one role of one offer. */
export function handlerDecorator<Handler extends object>(role: HandlerRole, offer: AnyOffer): HandlerDecorator<Handler> {
  return (_target, _name, { value }) => {
    if (value) markHandler(value, { role, offer });
  };
}
