import type { KubeObject } from '@kcp-runtime/kube';
import type { AppliedResource } from '../customer/applied-resource.js';

/** Where an order comes from: the onboarding cluster, or a kcp workspace. */
export type Mode = 'standard' | 'kcp';

/** What an order and its deletion have in common. */
export interface OrderScope {
  readonly mode: Mode;
  /**
   * Name of the order for the outside world: 26 lower-case letters and digits, a letter first.
   * The same as long as the order bears its name, and different from every other order of every tenant.
   */
  readonly identity: string;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  /** Aborted when the handler's deadline is over, the lease is lost or the process stops. */
  readonly signal: AbortSignal;
  readonly log: OrderLog;
  readonly events: OrderEvents;
  /** Secrets and ConfigMaps of the platform that the offer's `references` name. */
  readonly references: References;
}

/** An order as `@OnOrder` gets it: valid, defaulted, with access. */
export interface Order<Spec = object, Config = object> extends OrderScope {
  /** Instance of the spec class, validated, defaults filled in. */
  readonly spec: Spec;
  /** Spec of the ProviderConfig: an instance too, and the same for the whole call. */
  readonly config: Config;
  /** The tenant's side: workspace or ControlPlane. Reaches what `customer` of the offer names. */
  readonly customer: ClusterClient;
}

/** A deleting order as `@OnDelete` gets it: whatever is broken or gone, it must be able to go. */
export interface Deletion<Spec = object, Config = object> extends OrderScope {
  readonly spec: DeletedSpec<Spec>;
  /** The last valid config, even when the ProviderConfig is gone. */
  readonly config: Config;
  readonly customer: Reach<ClusterClient>;
}

/** What the runtime hands to an offer's functions, before any access exists. */
export interface OrderBeforeAccess<Spec = object, Config = object> {
  readonly mode: Mode;
  readonly name: string;
  readonly namespace: string;
  readonly spec: Spec;
  readonly config: Config;
}

/** The spec of a deleting order: an invalid one never stops a deletion. */
export type DeletedSpec<Spec> = { readonly kind: 'valid'; readonly value: Spec } | { readonly kind: 'raw'; readonly value: unknown };

/** A cluster during a deletion: reachable, or gone for good, with all that stood in it. */
export type Reach<Client> = { readonly kind: 'reachable'; readonly client: Client } | { readonly kind: 'gone' };

/** A scoped client of one cluster for one order. Every call ends with the order's signal. */
export interface ClusterClient {
  /**
   * Creates the object, or makes it look as said here: fields that an earlier `apply` set and this one leaves out
   * are removed, fields of others stay. Costs nothing while it is known to look so already.
   * Without a namespace it stands in the order's, on a ControlPlane in the one of that name; on a workload cluster, which orders of
   * many tenants share, each object names its own. It goes with the order unless `afterOrder` is `keep`.
   * @throws a KubeError of the server; RightMissing when the offer does not name the kind.
   */
  apply(object: KubeObject, options?: ApplyOptions): Promise<KubeObject>;
  /**
   * Brings a set of objects to what is said here, in this order, and removes what an earlier call of the same name had in it.
   * The members know their set by a label, so that a restart forgets nothing. At the end of the order they go in reverse,
   * each when those after it are gone. The answer is for `status.resources`.
   * @param name lower-case letters, digits and dashes; one name for each set of the order
   */
  applySet(name: string, objects: readonly KubeObject[]): Promise<readonly AppliedResource[]>;
  /** Reads one object; `undefined` where there is none. */
  get(target: ObjectTarget): Promise<KubeObject | undefined>;
  /** Deletes one object; one that is gone already is fine. */
  delete(target: ObjectTarget): Promise<void>;
}

/** A workload cluster, for one order: where the service's workers run. */
export interface WorkloadClient extends ClusterClient {
  /**
   * A kubeconfig for this cluster, with the rights of the runtime's own access, at the address for those who work beside it. Its token
   * is renewed in time, so hand out what each call answers. Keep it out of logs.
   */
  kubeconfig(): Promise<string>;
}

/** How an applied object ends. */
export interface ApplyOptions {
  /** `remove` is the default. */
  readonly afterOrder?: 'remove' | 'keep';
}

/** One object. Without a namespace it is where `apply` would put it. */
export interface ObjectTarget {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Secrets and ConfigMaps in the provider's namespace on the platform cluster. */
export interface References {
  /**
   * The values of a Secret, decoded.
   * @throws ReferenceMissing when it does not exist: the order waits and is tried again when it appears.
   */
  secret(name: string): Promise<Readonly<Record<string, string>>>;
  /** The values of a ConfigMap. @throws ReferenceMissing */
  configMap(name: string): Promise<Readonly<Record<string, string>>>;
}

/** Log lines that carry the order's identity, tenant and name. Never put a secret into them. */
export interface OrderLog {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Values beside a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Events at the order, for its owner. They are best effort, and said once until something else is said. */
export interface OrderEvents {
  normal(reason: string, message: string): void;
  warning(reason: string, message: string): void;
}

/** A workspace that has bound the offer's API, or no longer does. kcp mode only. */
export interface ConsumerWorkspace {
  /** Name of the logical cluster: the tenant. */
  readonly cluster: string;
  readonly signal: AbortSignal;
  readonly log: OrderLog;
}
