import type { Collection } from '../storage/collection.js';
import type { Admission } from '../registry/type/admission.js';
import type { KubeObject } from '../storage/kube-object.js';
import { sameJson } from '../storage/json/same-json.js';

/** Stores a new state unless it equals the old one; what controllers write with. */
export function replace(collection: Collection, cluster: string, old: KubeObject, next: KubeObject): KubeObject {
  return sameJson(old, next) ? old : collection.put(cluster, next);
}

/** The object without one finalizer; removes it for good when that was the last and it is being deleted. */
export function dropFinalizer(collection: Collection, cluster: string, object: KubeObject, finalizer: string): void {
  const finalizers = (object.metadata.finalizers ?? []).filter((entry) => entry !== finalizer);
  const metadata = { ...object.metadata, finalizers };
  if (finalizers.length > 0) collection.put(cluster, { ...object, metadata });
  else if (object.metadata.deletionTimestamp !== undefined) collection.remove(cluster, object);
}

/** Marks an object as being deleted, or removes it when nothing holds it. Gives whether it is gone. */
export function beginDeletion(collection: Collection, cluster: string, object: KubeObject, now: string, admission: Admission = {}): boolean {
  if ((object.metadata.finalizers ?? []).length === 0 && admission.isHeld?.(object) !== true) {
    collection.remove(cluster, object);
    return true;
  }
  if (object.metadata.deletionTimestamp !== undefined) return false;
  const { generation } = object.metadata;
  const metadata = { ...object.metadata, deletionTimestamp: now, deletionGracePeriodSeconds: 0, ...(generation === undefined ? {} : { generation: generation + 1 }) };
  const dying = { ...object, metadata };
  admission.markDeleting?.(dying);
  collection.put(cluster, dying);
  return false;
}
