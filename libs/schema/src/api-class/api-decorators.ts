import 'reflect-metadata';

import type { ProviderConfigObjectClass } from './provider-config-object.js';
import type { ServiceObjectClass } from './service-object.js';

/** Group, version and kind of an API, and what kubectl calls it. */
export interface ApiNames {
  /** API group, for example `postgres.services.open-control-plane.io`. */
  readonly group: string;
  /** `v1alpha1`, `v1`, … */
  readonly version: string;
  /** CamelCase, singular. */
  readonly kind: string;
  /** Lower case; the kind's English plural when left out. */
  readonly plural?: string;
  /** Lower case; the kind when left out. */
  readonly singular?: string;
  /** Further names for kubectl. */
  readonly shortNames?: readonly string[];
  /** Groups of kinds that kubectl lists together, for example `all`. */
  readonly categories?: readonly string[];
}

/** What the two decorators leave on a class. */
export type ApiMark = { readonly role: 'service' | 'provider-config'; readonly names: ApiNames };

const API = Symbol('kcp-runtime: api');

/** A kind that is ordered: namespaced, on the onboarding cluster and in kcp workspaces. Metadata only. */
export function ServiceApi(names: ApiNames): (target: ServiceObjectClass) => void {
  return (target) => Reflect.defineMetadata(API, { role: 'service', names } satisfies ApiMark, target);
}

/** The kind that configures a provider: cluster-scoped, on the platform cluster. Metadata only. */
export function ProviderConfigApi(names: ApiNames): (target: ProviderConfigObjectClass) => void {
  return (target) => Reflect.defineMetadata(API, { role: 'provider-config', names } satisfies ApiMark, target);
}

/** What stands on this very class; a parent's names are not inherited, since two kinds can't share them. */
export function apiMark(ctor: object): ApiMark | undefined {
  return Reflect.getOwnMetadata(API, ctor) as ApiMark | undefined;
}
