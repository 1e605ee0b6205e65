// The author's side: offers, answers, handlers.
export { blocked, gone, MalformedReason, progressing, ready, rejected } from './offer/answer.js';
export type { Blocked, Gone, Progressing, Provided, Ready, Rejected, Removed } from './offer/answer.js';
export { defineOffer } from './offer/define-offer.js';
export type { OfferOptions } from './offer/define-offer.js';
export { defineProvider } from './offer/define-provider.js';
export type { ProviderOptions } from './offer/define-provider.js';
export type {
  AnyOffer, DeletionOf, DeletionWorkload, GuardedKind, Instances, Offer, OfferRule, OrderOf, OrderWorkload, ProvidedBy, Reference, WorkloadUse,
} from './offer/offer.js';
export type {
  ApplyOptions, ClusterClient, ConsumerWorkspace, DeletedSpec, Deletion, LogFields, Mode, ObjectTarget, Order, OrderBeforeAccess, OrderEvents, OrderLog, OrderScope, Reach, References, WorkloadClient,
} from './offer/order.js';
export type { Provider, ProviderHooks } from './offer/provider.js';
export { manages, reads } from './offer/rights.js';
export type { Right, RightOptions, Verb } from './offer/rights.js';
export type { AnyDeletion, AnyOrder, OfferHandlers } from './discovery/offer-handlers.js';
