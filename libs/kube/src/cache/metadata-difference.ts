import { isDeepStrictEqual } from 'node:util';
import type { ObjectMeta } from '../resource/kube-object.js';

/**
 * Whether two states of one object differ in what somebody else may have changed and a pass must look at:
 * the spec (by its generation), deletion, finalizers, annotations or labels. The status is ours, so it does not count.
 */
export function differsForOthers(one: ObjectMeta, other: ObjectMeta): boolean {
  return (
    one.generation !== other.generation ||
    one.deletionTimestamp !== other.deletionTimestamp ||
    !isDeepStrictEqual(one.finalizers ?? [], other.finalizers ?? []) ||
    !isDeepStrictEqual(one.annotations ?? {}, other.annotations ?? {}) ||
    !isDeepStrictEqual(one.labels ?? {}, other.labels ?? {})
  );
}

/** What a write of ours sends, as far as it concerns metadata: a merge patch, where null removes. */
export interface OwnMetadataPatch {
  readonly finalizers?: readonly string[] | null;
  readonly annotations?: Readonly<Record<string, string | null>> | null;
  readonly labels?: Readonly<Record<string, string | null>> | null;
}

/** The metadata as it should stand after our own patch, if nobody else wrote. */
export function expectedMetadata(read: ObjectMeta, patch: OwnMetadataPatch): ObjectMeta {
  const expected: ObjectMeta = { ...read };
  if (patch.finalizers !== undefined) expected.finalizers = [...(patch.finalizers ?? [])];
  if (patch.annotations !== undefined) expected.annotations = mergedMap(read.annotations, patch.annotations);
  if (patch.labels !== undefined) expected.labels = mergedMap(read.labels, patch.labels);
  return expected;
}

function mergedMap(present: Record<string, string> | undefined, patch: Readonly<Record<string, string | null>> | null): Record<string, string> {
  if (patch === null) return {};
  const merged = { ...present };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return merged;
}
