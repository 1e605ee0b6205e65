import { base62Sha224 } from '../../workspace/hashes.js';
import { isJsonObject, objectAt, textAt, type JsonObject, type KubeObject } from '../../storage/kube-object.js';

/** Label of a binding that names its export by hash. */
export const EXPORT_LABEL = 'internal.apis.kcp.io/export';
/** Prefix of the labels that make claimed objects visible to an export. */
export const CLAIM_LABEL_PREFIX = 'claimed.internal.apis.kcp.io/';
/** The label value on bindings to an export that does not claim bindings. */
export const REFLEXIVE_CLAIM = 'LstvmbbzVDDOn90ZbhzSQO5U3DMCf88h1pZ';
/** Keeps a binding until the bound objects are gone. */
export const BINDING_FINALIZER = 'apis.kcp.io/apibinding-finalizer';

/** The hash by which labels name an export. */
export function exportHash(cluster: string, name: string): string {
  return base62Sha224(`${cluster}:${name}`);
}

/** One `spec.permissionClaims` entry of an export or binding. */
export interface Claim {
  readonly group: string;
  readonly plural: string;
  readonly identityHash: string;
  readonly verbs: readonly string[];
}

/** Reads a claim; the rest of the entry (state, selector) is the caller's. */
export function readClaim(entry: JsonObject): Claim {
  return {
    group: textAt(entry.group) ?? '',
    plural: textAt(entry.resource) ?? '',
    identityHash: textAt(entry.identityHash) ?? '',
    verbs: Array.isArray(entry.verbs) ? entry.verbs.filter((verb): verb is string => typeof verb === 'string') : [],
  };
}

/** Whether two claims mean the same resource. */
export function sameClaim(a: Claim, b: Claim): boolean {
  return a.group === b.group && a.plural === b.plural && a.identityHash === b.identityHash;
}

/** The label that objects under this claim carry for this export. */
export function claimLabel(hash: string, claim: Claim): { key: string; value: string } {
  const text = JSON.stringify({
    ...(claim.group === '' ? {} : { group: claim.group }),
    ...(claim.plural === '' ? {} : { resource: claim.plural }),
    verbs: null,
    ...(claim.identityHash === '' ? {} : { identityHash: claim.identityHash }),
  });
  return { key: `${CLAIM_LABEL_PREFIX}${hash}`, value: base62Sha224(text) };
}

/** A spec whose claims say all parts of their key, as kcp's schema fills them in. */
export function withClaimKeys(spec: JsonObject): JsonObject {
  if (!Array.isArray(spec.permissionClaims)) return spec;
  return { ...spec, permissionClaims: spec.permissionClaims.map((claim: unknown) => (isJsonObject(claim) ? { group: '', identityHash: '', ...claim } : claim)) };
}

/** The export that a binding refers to, as written. */
export function exportReference(binding: KubeObject): { path: string | undefined; name: string } {
  const reference = objectAt(objectAt(objectAt(binding.spec).reference).export);
  return { path: textAt(reference.path), name: textAt(reference.name) ?? '' };
}
