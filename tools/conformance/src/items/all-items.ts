import { applyItems } from '../apply/apply-items.js';
import { badInputItems } from '../bad-input/bad-input-items.js';
import { crowdItems } from '../bad-input/crowd-items.js';
import { deletionItems } from '../deletion/deletion-items.js';
import type { Item } from '../item.js';
import { machineryItems } from '../machinery/machinery-items.js';
import { noPermissionToBind } from './binding/26-no-permission-to-bind.js';
import { bindingBecomesBound } from './binding/27-binding-becomes-bound.js';
import { twoBindingsForOneResource } from './binding/28-two-bindings-for-one-resource.js';
import { servedWhenBound } from './binding/29-served-when-bound.js';
import { unbindingDeletesOrders, unbindingWaitsForFinalizers } from './binding/30-31-unbinding.js';
import { lastConsumerUnbinds, oneOfTwoUnbinds } from './binding/30b-who-stays.js';
import { bindingsInTheVirtualWorkspace } from './binding/32-bindings-in-the-virtual-workspace.js';
import { bindingStatusIsKcps } from './binding/33-binding-status-is-kcps.js';
import { schemaIsReplaced } from './evolution/57-schema-is-replaced.js';
import { prunedOnRead } from './evolution/57b-pruned-on-read.js';
import { resourceLeavesTheExport } from './evolution/58-resource-leaves-the-export.js';
import { schemaIsDeleted } from './evolution/58b-schema-is-deleted.js';
import { consumersWatchOfWhatLeaves, watchOfWhatLeaves } from './evolution/58c-watch-of-what-leaves.js';
import { definitionIsDeleted } from './evolution/58e-definition-is-deleted.js';
import { exportIsDeleted } from './evolution/59-export-is-deleted.js';
import { finalizerOfADeletedExport, unbindingFromADeletedExport } from './evolution/59b-finalizer-of-a-deleted-export.js';
import { claimedEvents, claimedVerbsAreWords, claims } from './evolution/60-claims.js';
import { claimedLeftOvers, selectedClaims } from './evolution/o1-selected-claims.js';
import { twoShards } from './evolution/o3-two-shards.js';
import { restart } from './evolution/o4-restart.js';
import { escalation, escalationThroughClaims } from './rights/r1-escalation.js';
import { maximalPermissionPolicy, policyAndClaim, policyAndProvider } from './rights/r3-maximal-permission-policy.js';
import { kubectlItems } from '../kubectl/kubectl-items.js';
import { everydayCommands } from './kubectl/k1-everyday-commands.js';
import { typedClient } from './kubectl/k2-typed-client.js';
import { filteredList, pagedList, wildcardList } from './list-watch/40-41-42-list.js';
import { watchFromAList } from './list-watch/43-watch-from-a-list.js';
import { initialEvents } from './list-watch/44-initial-events.js';
import { versionTooOld, watchWithATimeout } from './list-watch/45-46-end-of-a-watch.js';
import { leavingASelector } from './list-watch/47-leaving-a-selector.js';
import { consumersComeAndGo } from './list-watch/48-consumers-come-and-go.js';
import { schemaIsCreatedOnce } from './schema-export/12-schema-is-created-once.js';
import { schemaThatIsRefused } from './schema-export/13-schema-that-is-refused.js';
import { schemaIsImmutable } from './schema-export/14-schema-is-immutable.js';
import { exportGetsItsIdentity } from './schema-export/15-export-gets-its-identity.js';
import { identityOutlivesTheExport } from './schema-export/16-identity-outlives-the-export.js';
import { exportThatIsRefused } from './schema-export/17-export-that-is-refused.js';
import { exportBeforeItsSchema } from './schema-export/18-export-before-its-schema.js';
import { exportInItsOldVersion } from './schema-export/19-export-in-its-old-version.js';
import { slicesHaveOneVersion } from './schema-export/20-slices-have-one-version.js';
import { readyWithoutToken } from './server/01-ready-without-token.js';
import { unknownCaller } from './server/02-unknown-caller.js';
import { unknownCluster } from './server/03-unknown-cluster.js';
import { malformedCluster } from './server/04-malformed-cluster.js';
import { pathAndName } from './server/05-path-and-name.js';
import { groupNotServed } from './server/06-group-not-served.js';
import { aggregatedDiscovery } from './server/06b-aggregated-discovery.js';
import { logicalCluster } from './server/07-logical-cluster.js';
import { sliceOfAnExport } from './slice/21-slice-of-an-export.js';
import { firstBindingPublishesAUrl, lastBindingTakesTheUrl } from './slice/22-23-endpoints-follow-bindings.js';
import { lastWorkspaceTakesTheUrl } from './slice/23b-last-workspace-takes-the-url.js';
import { sliceComesBack } from './slice/24-slice-comes-back.js';
import { sliceKeepsItsExport } from './slice/25-slice-keeps-its-export.js';
import { exportByNameOnly } from './virtual-workspace/34-export-by-name-only.js';
import { consumerByNameOnly } from './virtual-workspace/35-consumer-by-name-only.js';
import { discovery } from './virtual-workspace/36-discovery.js';
import { providersAccount, revokedRights, rightsByVerb } from './virtual-workspace/37-38-39-rights.js';
import { workspaceBecomesReady } from './workspaces/08-workspace-becomes-ready.js';
import { typeAndClusterAreFixed } from './workspaces/09-type-and-cluster-are-fixed.js';
import { bindingOutlivesContent, workspaceWaitsForFinalizers } from './workspaces/10-11-workspace-waits-for-finalizers.js';
import { writeAnswers } from './writes/49-write-answers.js';
import { statusAndGeneration } from './writes/50-status-and-generation.js';
import { finalizers } from './writes/51-finalizers.js';
import { defaultsAndPruning } from './writes/52-defaults-and-pruning.js';
import { freeForm, freeFormOnBothSides } from './writes/52b-free-form.js';
import { appliedFieldsGo, appliedFieldsStay, serverSideApply } from './writes/53-server-side-apply.js';
import { deletes, deletesOfOneCluster } from './writes/54-deletes.js';
import { bothSidesSeeTheSame } from './writes/55-both-sides-see-the-same.js';
import { namespaceDeletion } from './writes/56-namespace-deletion.js';
import { transitionRules } from './writes/cel-transition-rules.js';

/** Every item, in the order of the list. */
export const allItems: readonly Item[] = [
  readyWithoutToken,
  unknownCaller,
  unknownCluster,
  malformedCluster,
  pathAndName,
  groupNotServed,
  aggregatedDiscovery,
  logicalCluster,
  workspaceBecomesReady,
  typeAndClusterAreFixed,
  workspaceWaitsForFinalizers,
  bindingOutlivesContent,
  schemaIsCreatedOnce,
  schemaThatIsRefused,
  schemaIsImmutable,
  exportGetsItsIdentity,
  identityOutlivesTheExport,
  exportThatIsRefused,
  exportBeforeItsSchema,
  exportInItsOldVersion,
  slicesHaveOneVersion,
  sliceOfAnExport,
  firstBindingPublishesAUrl,
  lastBindingTakesTheUrl,
  lastWorkspaceTakesTheUrl,
  sliceComesBack,
  sliceKeepsItsExport,
  noPermissionToBind,
  bindingBecomesBound,
  twoBindingsForOneResource,
  servedWhenBound,
  unbindingDeletesOrders,
  oneOfTwoUnbinds,
  lastConsumerUnbinds,
  unbindingWaitsForFinalizers,
  bindingsInTheVirtualWorkspace,
  bindingStatusIsKcps,
  exportByNameOnly,
  consumerByNameOnly,
  discovery,
  rightsByVerb,
  providersAccount,
  revokedRights,
  wildcardList,
  pagedList,
  filteredList,
  watchFromAList,
  initialEvents,
  versionTooOld,
  watchWithATimeout,
  leavingASelector,
  consumersComeAndGo,
  writeAnswers,
  statusAndGeneration,
  finalizers,
  defaultsAndPruning,
  freeForm,
  freeFormOnBothSides,
  transitionRules,
  serverSideApply,
  appliedFieldsStay,
  appliedFieldsGo,
  deletes,
  deletesOfOneCluster,
  bothSidesSeeTheSame,
  namespaceDeletion,
  schemaIsReplaced,
  prunedOnRead,
  resourceLeavesTheExport,
  schemaIsDeleted,
  watchOfWhatLeaves,
  consumersWatchOfWhatLeaves,
  definitionIsDeleted,
  exportIsDeleted,
  finalizerOfADeletedExport,
  unbindingFromADeletedExport,
  claims,
  claimedVerbsAreWords,
  selectedClaims,
  claimedLeftOvers,
  claimedEvents,
  restart,
  twoShards,
  escalation,
  escalationThroughClaims,
  maximalPermissionPolicy,
  policyAndProvider,
  policyAndClaim,
  everydayCommands,
  typedClient,
  ...machineryItems(),
  ...applyItems(),
  ...deletionItems(),
  ...badInputItems(),
  ...crowdItems(),
  ...kubectlItems(),
];
