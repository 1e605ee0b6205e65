/** Who makes a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** The logical cluster that a ServiceAccount lives in; undefined for everybody else. */
  readonly homeCluster?: string;
}

/** Skips every access check. */
export const MASTERS_GROUP = 'system:masters';
/** Administrators of all workspaces, by an ordinary binding. */
export const KCP_ADMIN_GROUP = 'system:kcp:admin';

/** The user of a request without credentials. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** The server acting by itself. */
export const SYSTEM: User = { name: 'system:apiserver', groups: [MASTERS_GROUP] };
