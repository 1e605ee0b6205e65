/**
 * What `kubectl apply` noted on an object before its manager went over to server-side apply: it may take those fields from itself,
 * and keeps the note in step.
 */
import { difference, union, type FieldSet } from '../ownership/field-set.js';
import type { FieldShape } from '../ownership/field-shape.js';
import { appliedFields, changedFields, ownable } from '../ownership/object-fields.js';
import { isJsonObject, objectAt, textAt, type JsonObject, type KubeObject } from '../storage/kube-object.js';

const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
/** Who wants to be left alone names itself otherwise. */
const KUBECTL = 'kubectl';

/** The fields that a client-side apply set and that are as it set them; whoever else has them now gives way. */
export function formerWishes(live: KubeObject, manager: string, shape: FieldShape): FieldSet | undefined {
  const note = textAt(live.metadata.annotations?.[NOTE]);
  if (manager !== KUBECTL || note === undefined) return undefined;
  const wished = readNote(note);
  if (wished === undefined || wished.apiVersion !== live.apiVersion) return undefined;
  const former = ownable({ ...wished, metadata: objectAt(wished.metadata) } as unknown as KubeObject, 'main');
  const { changed, removed } = changedFields(former, ownable(live, 'main'), shape);
  return difference(appliedFields(former, shape), union(changed, removed));
}

/** The applied object with the note of these wishes, where it has one. */
export function withNote(applied: JsonObject, wishes: JsonObject, manager: string): JsonObject {
  const metadata = objectAt(applied.metadata);
  const annotations = objectAt(metadata.annotations);
  if (manager !== KUBECTL || textAt(annotations[NOTE]) === undefined) return applied;
  return { ...applied, metadata: { ...metadata, annotations: { ...annotations, [NOTE]: `${JSON.stringify(wishes)}\n` } } };
}

/** Somebody may have written anything there. */
function readNote(note: string): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(note);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
