import type { RawBody } from '@kcp-runtime/testing';

/** What is applied to: a custom resource with all ways of owning fields, or a kind that the server knows itself. */
export type AppliedKind = 'Ledger' | 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'Role' | 'RoleBinding';

/** One write of one manager. */
export type ApplyStep = {
  /** The field manager. */
  readonly by: string;
  /** The fields beside apiVersion, kind and name. */
  readonly body: RawBody;
  readonly at?: 'status';
} & (
  | { readonly how: 'apply'; readonly conflicts?: 'force' }
  | { readonly how: 'create' }
  /** A merge patch. */
  | { readonly how: 'patch' }
  /** A replacement of what the server has now. */
  | { readonly how: 'replace' }
);

/** A few writes to one object, after each of which every server has to show the same object and the same owners. */
export interface ApplyBody {
  readonly says: string;
  readonly kind: AppliedKind;
  readonly steps: readonly ApplyStep[];
}

/** An apply that gives way to others. */
export function applies(by: string, body: RawBody): ApplyStep {
  return { how: 'apply', by, body };
}

/** An apply that takes what others have. */
export function forces(by: string, body: RawBody): ApplyStep {
  return { how: 'apply', by, body, conflicts: 'force' };
}

/** An apply to the status. */
export function appliesStatus(by: string, status: RawBody): ApplyStep {
  return { how: 'apply', by, body: { status }, at: 'status' };
}

/** A merge patch. */
export function patches(by: string, body: RawBody): ApplyStep {
  return { how: 'patch', by, body };
}

/** A merge patch of the status. */
export function patchesStatus(by: string, status: RawBody): ApplyStep {
  return { how: 'patch', by, body: { status }, at: 'status' };
}

/** A creation without apply. */
export function creates(by: string, body: RawBody): ApplyStep {
  return { how: 'create', by, body };
}

/** A replacement of the object as it is now. */
export function replaces(by: string, body: RawBody): ApplyStep {
  return { how: 'replace', by, body };
}
