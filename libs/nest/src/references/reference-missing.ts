import type { Reference } from '../offer/offer.js';

/** A Secret or ConfigMap of the platform that a handler needs is not there. The order is tried again when it appears. */
export class ReferenceMissing extends Error {
  override readonly name = 'ReferenceMissing';
  constructor(readonly reference: Reference) {
    super(`${reference.kind} ${reference.name} does not exist in the provider's namespace. Create it, or name another in the ProviderConfig.`);
  }
}

/** A handler asks for something that its offer's `references` do not name: nobody would wake the order when it changes. */
export class ReferenceUndeclared extends Error {
  override readonly name = 'ReferenceUndeclared';
  constructor(readonly reference: Reference) {
    super(`The offer does not name ${reference.kind} ${reference.name}. Add it to what 'references' of defineOffer returns.`);
  }
}
