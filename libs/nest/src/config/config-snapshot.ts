import type { CaBundleRef, KcpSettings } from '@kcp-runtime/schema';

/** One valid, defaulted version of the ProviderConfig. It never changes; a newer version is another snapshot. */
export interface ConfigSnapshot<Spec extends object = object> {
  readonly name: string;
  readonly generation: number;
  /** Instance of the provider's config class, validated, with every default filled in. */
  readonly spec: Spec;
  /** How often a Ready order is looked at again, in milliseconds. */
  readonly pollIntervalMs: number;
  /** Certificates that are trusted on the way to clusters of tenants. */
  readonly caBundleRef?: CaBundleRef;
  /** What is asked for where an order needs a workload cluster. */
  readonly workloadPurpose?: string;
  /** Absent where kcp mode is switched off. */
  readonly kcp?: KcpSettings;
}

/**
 * What is known of the ProviderConfig, once the platform has answered for the first time.
 *
 * `last` is the last valid snapshot, also of an earlier process: deletions go on with it.
 * `fault` says why the version that stands on the platform was not taken; without any valid
 * version before it the state is `absent` with that fault. `ignored`: an operator wants it left alone, and all that goes
 * by it: no version is taken, no order is worked on, nothing is published and nothing is written until he takes that back.
 */
export type ConfigState<Spec extends object = object> =
  | { readonly kind: 'absent'; readonly last?: ConfigSnapshot<Spec>; readonly fault?: ConfigFault }
  | { readonly kind: 'deleting'; readonly last?: ConfigSnapshot<Spec> }
  | { readonly kind: 'ignored'; readonly last?: ConfigSnapshot<Spec> }
  | { readonly kind: 'live'; readonly snapshot: ConfigSnapshot<Spec>; readonly fault?: ConfigFault };

/**
 * What the loop goes by. `draining`: the ProviderConfig does not name the place any more in which the loop works, so
 * deletions alone go on there.
 */
export type ServedConfig<Spec extends object = object> = ConfigState<Spec> | { readonly kind: 'draining'; readonly last?: ConfigSnapshot<Spec> };

/** A version of the ProviderConfig that the provider's class refuses. */
export interface ConfigFault {
  readonly generation: number;
  /** One sentence with every path and what is wrong there. */
  readonly message: string;
}

/** The snapshot that a deletion may still work with; `undefined` when there never was a valid one. */
export function lastSnapshot<Spec extends object>(state: ServedConfig<Spec>): ConfigSnapshot<Spec> | undefined {
  return state.kind === 'live' ? state.snapshot : state.last;
}
