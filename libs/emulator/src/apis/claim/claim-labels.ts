import type { KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import type { KcpState } from '../../workspace/kcp-state.js';
import { appliedClaims, claimCovers, claimSelector, type AppliedClaim } from './applied-claims.js';
import { CLAIM_LABEL_PREFIX } from '../export/export-keys.js';
import type { FoundExport } from '../export/find-export.js';

/**
 * Sets the claim labels on objects that a newly accepted claim covers, and takes them from those that a
 * rejected one covered. Unbinding leaves them where they are, as kcp does.
 */
export function labelClaimedObjects(state: KcpState, cluster: string, before: KubeObject, after: KubeObject, found: FoundExport): void {
  const old = appliedClaims(before);
  const now = appliedClaims(after);
  if (sameJson(old, now)) return;
  const dropped = old.filter((claim) => !now.some((other) => other.label.value === claim.label.value));
  // A claim that the export itself gave up keeps its labels; only the consumer's refusal removes them.
  const refused = dropped.filter((claim) => isStillAsked(found, claim));
  for (const claim of refused) relabel(state, cluster, claim, 'remove');
  for (const claim of now) relabel(state, cluster, claim, 'add');
}

function isStillAsked(found: FoundExport, claim: AppliedClaim): boolean {
  const spec = found.object.spec as { permissionClaims?: { group?: string; resource?: string }[] };
  return (spec.permissionClaims ?? []).some((entry) => (entry.group ?? '') === claim.claim.group && entry.resource === claim.claim.plural);
}

function relabel(state: KcpState, cluster: string, applied: AppliedClaim, what: 'add' | 'remove'): void {
  const { group, plural } = applied.claim;
  const type = state.catalog.type(cluster, group, plural);
  if (type === undefined || (group === 'apis.kcp.io' && plural === 'apibindings')) return;
  const collection = state.collectionOf(type);
  const { key, value } = applied.label;
  const covers = claimSelector(applied);
  for (const object of [...collection.in(cluster)]) {
    const labels = object.metadata.labels ?? {};
    if (what === 'remove') {
      if (labels[key] !== value) continue;
      const { [key]: _label, ...rest } = labels;
      const { labels: _labels, ...metadata } = object.metadata;
      collection.put(cluster, { ...object, metadata: Object.keys(rest).length === 0 ? metadata : { ...metadata, labels: rest } });
    } else if (labels[key] !== value && covers(object)) {
      collection.put(cluster, { ...object, metadata: { ...object.metadata, labels: { ...labels, [key]: value } } });
    }
  }
}

/** The labels that an object has to carry because of the claims in force in its workspace. */
export function claimLabelsFor(state: KcpState, cluster: string, group: string, plural: string, object: KubeObject): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const binding of state.collection('apis.kcp.io', 'apibindings').in(cluster)) {
    for (const applied of state.claims.of(binding)) {
      if (claimCovers(applied.claim, group, plural) && claimSelector(applied)(object)) labels[applied.label.key] = applied.label.value;
    }
  }
  return labels;
}

/** True for labels that only the server may write. */
export function isClaimLabel(key: string): boolean {
  return key.startsWith(CLAIM_LABEL_PREFIX);
}
