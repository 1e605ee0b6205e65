import { KubeError } from '@kcp-runtime/kube';
import type { ObjectRef } from '@kcp-runtime/kube';
import type { ClusterAccessState } from '@kcp-runtime/openmcp';
import { dump } from 'js-yaml';
import type { LivingObjects } from '../customer/tenant-client.js';
import { shortened } from './conditions.js';
import { messageOf } from '../log/message-of.js';

/** How many objects are named of each kind; all of them are counted. */
const NAMED = 3;

/** Phase of an order. The three words are openMCP's. */
export type Phase = 'Progressing' | 'Ready' | 'Terminating';

/** Why a condition of an order is as it is. A message is one sentence that says what to do where there is something to do. */
export interface Because {
  readonly reason: string;
  readonly message: string;
}

/** A permission claim that a binding does not grant. */
export interface MissingClaim {
  readonly group: string;
  readonly resource: string;
  /** Verbs that are not granted: all of them where the claim is not accepted at all. */
  readonly verbs: readonly string[];
  /** All verbs that the export claims, as the entry of the APIBinding has to say them; those that are missing where nothing is said. */
  readonly accept?: readonly string[];
}

/** Every reason that the runtime itself gives to an order. A handler adds its own words beside them. */
export const Reason = {
  ReconcileSuccess: 'ReconcileSuccess',
  ReconcileError: 'ReconcileError',
  Terminating: 'Terminating',
  Provisioning: 'Provisioning',
  HandlerOverdue: 'HandlerOverdue',
  InvalidSpec: 'InvalidSpec',
  Conflict: 'Conflict',
  QuotaExceeded: 'QuotaExceeded',
  NoMatchingControlPlane: 'NoMatchingControlPlane',
  Draining: 'Draining',
  UserResourcesPresent: 'UserResourcesPresent',
  ConfigLive: 'ConfigLive',
  SpecValid: 'SpecValid',
  PermissionClaimsAccepted: 'PermissionClaimsAccepted',
  PermissionClaimsNotAccepted: 'PermissionClaimsNotAccepted',
  CustomerAccessReady: 'CustomerAccessReady',
  CustomerAccessBeingMade: 'CustomerAccessBeingMade',
  WorkloadAccessReady: 'WorkloadAccessReady',
  WorkloadClusterNotNeeded: 'WorkloadClusterNotNeeded',
  WorkloadClustersNotServed: 'WorkloadClustersNotServed',
  WaitingForClusterRequest: 'WaitingForClusterRequest',
  WaitingForAccessRequest: 'WaitingForAccessRequest',
  WaitingForClusterRequestDeletion: 'WaitingForClusterRequestDeletion',
  WaitingForAccessRequestDeletion: 'WaitingForAccessRequestDeletion',
  PlatformClusterInteractionProblem: 'PlatformClusterInteractionProblem',
  AccessDenied: 'AccessDenied',
  ForeignRequest: 'ForeignRequest',
  KubeconfigMissing: 'KubeconfigMissing',
  KubeconfigKeyMissing: 'KubeconfigKeyMissing',
  KubeconfigRefused: 'KubeconfigRefused',
  TokenExpired: 'TokenExpired',
  CustomerObjectsUnseen: 'CustomerObjectsUnseen',
} as const;

/** The runtime's words to the person who ordered, each in one place. */
export const because = {
  ready: (): Because => ({ reason: Reason.ReconcileSuccess, message: 'Domain Service is ready' }),
  terminating: (): Because => ({ reason: Reason.Terminating, message: 'Cleanup in progress' }),
  provisioning: (): Because => ({ reason: Reason.Provisioning, message: 'The service is being provisioned' }),
  configLive: (): Because => ({ reason: Reason.ConfigLive, message: 'The provider is configured' }),
  configMissing: (): Because => ({ reason: Reason.ReconcileError, message: 'No ProviderConfig found' }),
  configDeleting: (): Because => ({ reason: Reason.ReconcileError, message: 'ProviderConfig is marked for deletion' }),
  draining: (): Because => ({
    reason: Reason.Draining,
    message: 'The provider is no longer offered here: new and changed orders are left alone, deletions are still served. Delete this order and unbind the API',
  }),
  specValid: (): Because => ({ reason: Reason.SpecValid, message: 'The spec is valid' }),
  specInvalid: (problems: readonly { readonly path: string; readonly message: string }[]): Because => ({
    reason: Reason.InvalidSpec,
    message: problems.map(({ path, message }) => `${path}: ${message}`).join('; '),
  }),
  conflict: ({ namespace = '', name }: ObjectRef): Because => ({
    reason: Reason.Conflict,
    message: `One order a workspace is served, and ${namespace}/${name} is older. When that one is deleted, this one takes its place`,
  }),
  quotaExceeded: (limit: number): Because => ({
    reason: Reason.QuotaExceeded,
    message: `The provider serves ${limit} order${limit === 1 ? '' : 's'} a workspace, the oldest first. When an older one is deleted, this one takes its place`,
  }),
  noMatchingControlPlane: ({ namespace = '', name }: ObjectRef): Because => ({
    reason: Reason.NoMatchingControlPlane,
    message: `An order belongs to the ControlPlane with its own namespace and name, and there is none at ${namespace}/${name}. Create that one, or delete this order and order again under the name of yours`,
  }),
  claimsAccepted: (): Because => ({ reason: Reason.PermissionClaimsAccepted, message: 'The APIBinding grants all that the service needs' }),
  claimsMissing: (claims: readonly MissingClaim[]): Because => ({
    reason: Reason.PermissionClaimsNotAccepted,
    message: `Accept in spec.permissionClaims of the APIBinding ${claims.map(claimText).join('; ')}. The entries are, in YAML: ${acceptance(claims)}`,
  }),
  accessReady: (): Because => ({ reason: Reason.CustomerAccessReady, message: 'The service has its access to your workspace or ControlPlane' }),
  accessBeingMade: (why: Error): Because => ({ reason: Reason.CustomerAccessBeingMade, message: wordsOf(why) }),
  /** The order goes on without: nothing that it must have is missing. */
  accessUnclaimed: (claims: readonly MissingClaim[]): Because => ({
    reason: Reason.PermissionClaimsNotAccepted,
    message: `The service does without an access of its own to the workspace. To give it one, accept in spec.permissionClaims of the APIBinding ${claims.map(claimText).join('; ')}. The entries are, in YAML: ${acceptance(claims)}`,
  }),
  workloadReady: (notice?: string): Because => ({
    reason: Reason.WorkloadAccessReady,
    message: `The service has its workload cluster${notice === undefined ? '' : `. ${notice}`}`,
  }),
  workloadNotNeeded: (): Because => ({ reason: Reason.WorkloadClusterNotNeeded, message: 'The order needs no workload cluster' }),
  /** @param message what the platform answered */
  workloadNotServed: (message: string): Because => ({
    reason: Reason.WorkloadClustersNotServed,
    message: `The order needs a workload cluster, and the platform of this provider has none to give: ${message}`,
  }),
  /** The access that openMCP gives is on its way; the reasons are openMCP's own. */
  platformAwaited: ({ reason, message, since }: Pick<Extract<ClusterAccessState, { readonly kind: 'waiting' }>, 'reason' | 'message' | 'since'>): Because => ({
    reason: Reason[reason],
    // Of an answer that has not come, each look would tell another time.
    message: reason === 'PlatformClusterInteractionProblem' ? message : `${message} (since ${since})`,
  }),
  platformLacks: (message: string): Because => ({ reason: Reason.PlatformClusterInteractionProblem, message }),
  clusterUnrequested: (message: string): Because => ({ reason: Reason.WaitingForClusterRequest, message }),
  accessRefused: ({ reason, message }: Pick<Extract<ClusterAccessState, { readonly kind: 'denied' | 'unusable' | 'foreign' }>, 'reason' | 'message'>): Because => ({
    reason: Reason[reason],
    message,
  }),
  accessClosing: (message: string): Because => ({ reason: Reason.WaitingForAccessRequestDeletion, message }),
  leftovers: (kind: string, name: string): Because => ({
    reason: Reason.Terminating,
    message: `${kind} ${name} is being deleted and still held by a finalizer; what it may need goes after it`,
  }),
  usersPresent: (living: readonly LivingObjects[]): Because => ({
    reason: Reason.UserResourcesPresent,
    message: `The service is still needed by ${living.map(livingText).join(', ')}. Delete them, and the deletion goes on`,
  }),
  /** Of an error that the tenant or the operator can do something about: its name says more than that there was one. */
  named: ({ name, message }: Error): Because => ({ reason: name, message }),
  failed: (error: unknown): Because => ({ reason: Reason.ReconcileError, message: shortened(wordsOf(error)) }),
  overdue: (deadlineMs: number): Because => ({
    reason: Reason.HandlerOverdue,
    message: `The provider's handler has not answered for ${Math.round(deadlineMs / 1000)} s; it was told to stop and is waited for`,
  }),
} as const;

/** A tenant reads what happened; at which of our hosts it happened stands in the log. */
function wordsOf(error: unknown): string {
  return error instanceof KubeError ? error.publicMessage : messageOf(error);
}

/** On one line, since a condition has no more: the entries can be put behind `permissionClaims:` as they are. */
function acceptance(claims: readonly MissingClaim[]): string {
  const entries = claims.map(({ group, resource, verbs, accept = verbs }) => ({ group, resource, verbs: [...accept], state: 'Accepted', selector: { matchAll: true } }));
  return dump(entries, { flowLevel: 0, lineWidth: -1, noRefs: true }).trim();
}

function livingText({ group, resource, refs }: LivingObjects): string {
  const first = refs.slice(0, NAMED).map(({ namespace, name }) => (namespace === undefined ? name : `${namespace}/${name}`));
  return `${refs.length} ${group === '' ? resource : `${resource}.${group}`} (${[...first, ...(refs.length > NAMED ? ['…'] : [])].join(', ')})`;
}

function claimText({ group, resource, verbs }: MissingClaim): string {
  return `${group === '' ? resource : `${resource}.${group}`} (${verbs.join(', ')})`;
}
