import type { ProviderConfigObjectClass, ServiceObjectClass } from '@kcp-runtime/schema';
import type { GuardedKind, Instances, Offer, OfferRule, Reference } from './offer.js';
import { EVERYTHING, isFor, reads } from './rights.js';
import type { Right } from './rights.js';

/** What an offer says beside its API and, in the overloads of `defineOffer`, its workload. */
export interface OfferOptions<Spec extends object, Config extends object> {
  /** The provider's config class; an offer with another than its provider's does not compile. */
  readonly config: ProviderConfigObjectClass<Config>;
  /** What the handler does on the tenant's side. Default: nothing. */
  readonly customer?: readonly Right[];
  /** Rights of a kubeconfig for workers that call back. Default: no kubeconfig is made. */
  readonly worker?: readonly Right[];
  /** Orders a workspace in kcp mode. Default `one`: the oldest wins. */
  readonly instances?: Instances;
  /** Name for request names and Secrets; all offers of a provider but one say it. */
  readonly controller?: string;
  /** Secrets and ConfigMaps of the platform namespace whose change wakes the orders that name them. */
  readonly references?: OfferRule<Spec, Config, readonly Reference[]>;
  /**
   * Kinds on the customer's side whose living objects block the deletion, as long as he can be reached. What the provider made there
   * itself does not count. The right to look at them is added to `customer`.
   */
  readonly deletionGuard?: readonly GuardedKind[];
}

/** What an offer says of the workload clusters of its orders. */
export interface WorkloadOptions<When> {
  readonly workload: When;
  /**
   * What the handler does on the workload cluster. Default: everything, as openMCP's own template asks for. Named, the access gets no more,
   * which is what you want where tenants share the cluster, and the end of an order looks for no other kinds.
   */
  readonly workloadRights?: readonly Right[];
}

/** Offers an API whose orders never need a workload cluster: `order.workload` does not exist. */
export function defineOffer<Spec extends object, Status extends object, Config extends object>(
  api: ServiceObjectClass<Spec, Status>,
  options: OfferOptions<Spec, Config> & { readonly workload?: 'never' },
): Offer<Spec, Status, Config, 'never'>;
/** Offers an API whose orders always get a workload cluster: `order.workload` is there. */
export function defineOffer<Spec extends object, Status extends object, Config extends object>(
  api: ServiceObjectClass<Spec, Status>,
  options: OfferOptions<Spec, Config> & WorkloadOptions<'always'>,
): Offer<Spec, Status, Config, 'always'>;
/** Offers an API whose orders get a workload cluster when the predicate says so: `order.workload` is optional. */
export function defineOffer<Spec extends object, Status extends object, Config extends object>(
  api: ServiceObjectClass<Spec, Status>,
  options: OfferOptions<Spec, Config> & WorkloadOptions<OfferRule<Spec, Config, boolean>>,
): Offer<Spec, Status, Config, 'sometimes'>;
export function defineOffer(
  api: ServiceObjectClass,
  options: OfferOptions<object, object> & Partial<WorkloadOptions<'never' | 'always' | OfferRule<object, object, boolean>>>,
): Offer<object, object, object, 'never' | 'always' | 'sometimes'> {
  const { customer = [], deletionGuard = [] } = options;
  return {
    api,
    worker: [],
    workload: 'never',
    // Also for an offer that wants no such clusters: to clean up what a version before has made there with rights that nobody knows any more.
    workloadRights: EVERYTHING,
    instances: 'one',
    references: () => [],
    deletionGuard,
    ...options,
    customer: [...customer, ...deletionGuard.filter((kind) => !customer.some((right) => isFor(right, kind))).map(({ group, resource }) => reads(group, resource))],
  };
}
