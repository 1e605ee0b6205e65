import type { RawBody } from './raw-client.js';

/** One rule of a role, as RBAC writes it. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** A ServiceAccount to make, and what it may do. */
export interface ServiceAccountRequest {
  readonly name: string;
  /** `default` where nothing is said. */
  readonly namespace?: string;
  /** A ClusterRole of its own is made from these. */
  readonly rules?: readonly PolicyRule[];
  /** ClusterRoles that exist already, such as `cluster-admin`. */
  readonly clusterRoles?: readonly string[];
}

/** What a consumer decides about one permission claim. */
export interface ClaimDecision {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly string[];
  readonly identityHash?: string;
  /** Everything where nothing is said. */
  readonly selector?: RawBody;
  readonly state: 'Accepted' | 'Rejected';
}

/** The export to bind, and the decisions about its claims. */
export interface BindRequest {
  /** Path of the export's workspace. */
  readonly path: string;
  readonly export: string;
  /** Name of the APIBinding; that of the export where nothing is said. */
  readonly name?: string;
  readonly claims?: readonly ClaimDecision[];
}

/** How long objects of kinds that are not served yet are tried. */
export interface ApplyOptions {
  /** Milliseconds; 30 s where nothing is said. */
  readonly deadlineMs?: number;
}
