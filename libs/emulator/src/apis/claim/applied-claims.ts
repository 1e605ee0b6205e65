import type { Selector } from '../../storage/selectors.js';
import { labelTest } from '../../storage/selectors.js';
import { objectAt, objectsAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { claimLabel, EXPORT_LABEL, readClaim, sameClaim, type Claim } from '../export/export-keys.js';

/** One claim that is in force for a consumer workspace. */
export interface AppliedClaim {
  readonly claim: Claim;
  readonly label: { readonly key: string; readonly value: string };
  /** The consumer's choice of objects; undefined for all of them. */
  readonly selector: JsonObject | undefined;
}

/** The claims of a binding that are both asked for now and accepted. */
export function acceptedClaims(binding: KubeObject, apiExport: KubeObject): JsonObject[] {
  const asked = objectsAt(objectAt(apiExport.spec).permissionClaims).map(readClaim);
  return objectsAt(objectAt(binding.spec).permissionClaims).filter(
    (entry) => entry.state === 'Accepted' && asked.some((claim) => sameClaim(claim, readClaim(entry))),
  );
}

/** What `status.appliedPermissionClaims` of a binding puts into force. */
export function appliedClaims(binding: KubeObject): AppliedClaim[] {
  const hash = binding.metadata.labels?.[EXPORT_LABEL] ?? '';
  return objectsAt(objectAt(binding.status).appliedPermissionClaims).map((entry) => {
    const claim = readClaim(entry);
    const selector = objectAt(entry.selector);
    const isAll = selector.matchAll === true || Object.keys(selector).length === 0;
    return { claim, label: claimLabel(hash, claim), selector: isAll ? undefined : selector };
  });
}

/** Whether an object falls under the claim. */
export function claimSelector(applied: AppliedClaim): Selector {
  if (applied.selector === undefined) return () => true;
  const test = labelTest(applied.selector);
  return (object) => test(object.metadata.labels ?? {});
}

/** Whether the claim covers a resource; the two groups of events are one. */
export function claimCovers(claim: Claim, group: string, plural: string): boolean {
  if (claim.plural !== plural) return false;
  return claim.group === group || (plural === 'events' && isEventGroup(group) && isEventGroup(claim.group));
}

function isEventGroup(group: string): boolean {
  return group === '' || group === 'events.k8s.io';
}
