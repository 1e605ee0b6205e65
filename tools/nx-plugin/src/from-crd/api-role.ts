import type { Crd } from './crd.js';

/** Whose object it is: a namespaced kind is ordered, one of the cluster configures a provider. */
export type ApiRole = 'service' | 'provider-config';

/** The role that the scope of a CRD gives it. */
export function roleOf({ scope }: Pick<Crd, 'scope'>): ApiRole {
  return scope === 'Cluster' ? 'provider-config' : 'service';
}

/** What a role means for the classes. */
export interface RoleWords {
  readonly decorator: string;
  /** The function that makes the class to extend. */
  readonly base: string;
  /** Which parts of the object have a class of the author's. */
  readonly parts: readonly ('spec' | 'status')[];
  /** What the runtime adds to each part; a status without a class is its own as a whole. */
  readonly added: Readonly<Record<'spec' | 'status', readonly string[]>>;
}

/** By the role. */
export const ROLES: Readonly<Record<ApiRole, RoleWords>> = {
  service: {
    decorator: 'ServiceApi',
    base: 'serviceObject',
    parts: ['spec', 'status'],
    added: { spec: [], status: ['conditions', 'observedGeneration', 'phase'] },
  },
  'provider-config': {
    decorator: 'ProviderConfigApi',
    base: 'providerConfigObject',
    parts: ['spec'],
    added: { spec: ['caBundleRef', 'kcp', 'pollInterval', 'workloadPurpose'], status: [] },
  },
};
