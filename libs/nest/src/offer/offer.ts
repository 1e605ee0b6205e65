import type { ProviderConfigObjectClass, ServiceObjectClass } from '@kcp-runtime/schema';
import type { Provided } from './answer.js';
import type { Deletion, Order, OrderBeforeAccess, Reach, WorkloadClient } from './order.js';
import type { Right } from './rights.js';

/** Whether an order gets a workload cluster: never, always, or as a predicate over the order says. */
export type WorkloadUse = 'never' | 'always' | 'sometimes';

/** How many orders of one offer a workspace may have in kcp mode; with `one` the oldest wins. */
export type Instances = 'one' | 'many';

/** A Secret or ConfigMap in the provider's namespace on the platform cluster. */
export interface Reference {
  readonly kind: 'Secret' | 'ConfigMap';
  readonly name: string;
}

/** A kind whose living objects on the customer's side block the deletion of an order. */
export interface GuardedKind {
  /** API group; '' is the core group. */
  readonly group: string;
  /** The kind's plural, as in a URL. */
  readonly resource: string;
}

/** What an offer's functions see: the order before any access exists. */
export type OfferRule<Spec, Config, Answer> = { bivarianceHack(order: OrderBeforeAccess<Spec, Config>): Answer }['bivarianceHack'];

/** An offer as the runtime reads it; the types of its classes are left out. */
export interface AnyOffer {
  /** The class with `@ServiceApi`. */
  readonly api: ServiceObjectClass;
  /** The class with `@ProviderConfigApi`. */
  readonly config: ProviderConfigObjectClass;
  /** What the handler does on the tenant's side. */
  readonly customer: readonly Right[];
  /** Rights of a kubeconfig for workers that call back; without any none is made. */
  readonly worker: readonly Right[];
  readonly workload: 'never' | 'always' | OfferRule<object, object, boolean>;
  /** What the handler does on the workload cluster. */
  readonly workloadRights: readonly Right[];
  readonly instances: Instances;
  /** Controller name for request names and Secrets; the provider's name where it is not said. */
  readonly controller?: string;
  /** Which Secrets and ConfigMaps of the platform an order needs: their change wakes it. */
  readonly references: OfferRule<object, object, readonly Reference[]>;
  readonly deletionGuard: readonly GuardedKind[];
}

declare const carries: unique symbol;

/** An API with what it needs, and its types. Made by `defineOffer`. */
export interface Offer<Spec extends object, Status extends object, Config extends object, Use extends WorkloadUse> extends AnyOffer {
  readonly config: ProviderConfigObjectClass<Config>;
  /** Only a type. `config` is a function so that neither a wider nor a narrower config class passes. */
  readonly [carries]?: { readonly spec: Spec; readonly status: Status; readonly config: (config: Config) => Config; readonly use: Use };
}

/** The order that the handler of an offer gets: `provide(order: OrderOf<typeof databases>)`. */
export type OrderOf<O extends AnyOffer> =
  O extends Offer<infer Spec, infer _Status, infer Config, infer Use> ? Order<Spec, Config> & OrderWorkload<Use> : never;

/** The deleting order that the handler of an offer gets: `remove(order: DeletionOf<typeof databases>)`. */
export type DeletionOf<O extends AnyOffer> =
  O extends Offer<infer Spec, infer _Status, infer Config, infer Use> ? Deletion<Spec, Config> & DeletionWorkload<Use> : never;

/** What the handler of an offer answers: `Promise<ProvidedBy<typeof databases>>`. */
export type ProvidedBy<O extends AnyOffer> = O extends Offer<infer _Spec, infer Status, infer _Config, infer _Use> ? Provided<Status> : never;

/** `workload` of an order: there, absent or optional, as the offer says. */
export type OrderWorkload<Use extends WorkloadUse> = {
  never: unknown;
  always: { readonly workload: WorkloadClient };
  sometimes: { readonly workload?: WorkloadClient };
}[Use];

/** `workload` of a deletion. Existing requests decide whether there is one, not the predicate of today. */
export type DeletionWorkload<Use extends WorkloadUse> = {
  never: unknown;
  always: { readonly workload: Reach<WorkloadClient> };
  sometimes: { readonly workload?: Reach<WorkloadClient> };
}[Use];
