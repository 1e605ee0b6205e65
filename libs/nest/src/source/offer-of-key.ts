import type { OrderKey } from '@kcp-runtime/kube';

/** A key of an offer that this endpoint does not serve: a fault of whoever asked. */
export class UnknownOffer extends Error {
  constructor(readonly offer: string) {
    super(`${offer} is not served here. Look who made this order key`);
    this.name = new.target.name;
  }
}

/** What is kept for the offer of a key. @throws UnknownOffer */
export function offerOfKey<T>(offers: ReadonlyMap<string, T>, { offer }: Pick<OrderKey, 'offer'>): T {
  const found = offers.get(offer);
  if (found === undefined) throw new UnknownOffer(offer);
  return found;
}
