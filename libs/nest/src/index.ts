export type { KubeObject, ObjectMeta } from '@kcp-runtime/kube';
// The author's side: offers, answers, handlers.
export { blocked, gone, MalformedReason, progressing, ready, rejected } from './offer/answer.js';
export type { Blocked, Gone, Progressing, Provided, Ready, Rejected, Removed } from './offer/answer.js';
export { defineOffer } from './offer/define-offer.js';
export type { OfferOptions, WorkloadOptions } from './offer/define-offer.js';
export { defineProvider } from './offer/define-provider.js';
export type { ProviderOptions } from './offer/define-provider.js';
export type {
  AnyOffer, DeletionOf, DeletionWorkload, GuardedKind, Instances, Offer, OfferRule, OrderOf, OrderWorkload, ProvidedBy, Reference, WorkloadUse,
} from './offer/offer.js';
export type {
  ApplyOptions, ClusterClient, ConsumerWorkspace, DeletedSpec, Deletion, LogFields, Mode, ObjectTarget, Order, OrderBeforeAccess, OrderEvents, OrderLog, OrderScope, Reach, References, WorkloadClient,
} from './offer/order.js';
export type { InitCluster, InitContext, InitHooks, Provider } from './offer/provider.js';
export { manages, reads } from './offer/rights.js';
export type { Right, RightOptions, Verb } from './offer/rights.js';
export type { AnyDeletion, AnyOrder, OfferHandlers } from './discovery/offer-handlers.js';
export { OnBound, OnUnbound } from './handler/on-bound.decorator.js';
export { OnDelete } from './handler/on-delete.decorator.js';
export type { HandlerDecorator } from './handler/handler-mark.js';
export { OnOrder } from './handler/on-order.decorator.js';
export { BootMistakes } from './discovery/boot-mistakes.js';
export type { BootMistake } from './discovery/boot-mistakes.js';

export { orderIdentity } from './offer/order-identity.js';
export type { IdentitySource } from './offer/order-identity.js';
export { ReferenceMissing, ReferenceUndeclared } from './references/reference-missing.js';
export { AppliedResource } from './customer/applied-resource.js';
export { ForeignObject, RightMissing, SetNameRefused } from './customer/customer-errors.js';
export { HandlerOverdue } from './reconcile/handler-call.js';

// The runtime in an app, and the app in a process.
export { RuntimeHealth } from './health/runtime.health.js';
export type { HealthReport, PartHealth } from './health/runtime.health.js';
export { runtimeIndicator } from './health/runtime.indicator.js';
export type { RuntimeIndicatorResult } from './health/runtime.indicator.js';
export { KcpRuntimeModule } from './kcp-runtime.module.js';
export { MAKE_LIFE, PROVIDER, RUNTIME_SETTINGS } from './kcp-runtime.options.js';
export { KcpRuntime, NotCalledByRunProvider } from './kcp-runtime.js';
export type { MakeLife } from './kcp-runtime.js';
export type { LifeParts, RuntimeSettings } from './life/runtime-life.js';
export { AddressUnavailable } from './http/listener.js';
export { BindAddressRefused } from './http/bind-address.js';
export { FlagRefused } from './cli/flag-refused.js';
export { NotOfferedThroughKcp } from './cli/manifests.command.js';
export type { ProcessHost, StopSignal } from './cli/process-host.js';
export type { LoadModule } from './cli/run.command.js';
export { runProvider } from './cli/run-provider.js';
export type { RunOptions } from './cli/run-provider.js';
export { SettingMissing } from './cli/run-settings.js';
export { KindNotServed } from './init/init-cluster.js';
export { LineLogger } from './log/line.logger.js';
export type { LineLoggerOptions, LinePart, LogStyle, Verbosity } from './log/line.logger.js';
export type { LogFormat } from './log/log-line.js';

// The schema's decorators again, so that an app imports this one package.
export {
  Default, Describe, DurationString, Format, FreeForm, Immutable, IntOrString, ItemsOf, MapOf, Nested, PrinterColumn, ProviderConfigApi, Quantity, Rule, SecretRef, SecretReference, ServiceApi, Verbatim,
  durationMs, providerConfigObject, serviceObject,
} from '@kcp-runtime/schema';
export type { ApiNames, CelRule, DurationLimits, ElementType, PrinterColumnSettings, SpecOf, StatusOf } from '@kcp-runtime/schema';
