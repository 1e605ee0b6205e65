import { setField } from '../../storage/json/set-field.js';
import { isJsonObject, type JsonObject } from '../../storage/kube-object.js';

/** RFC 7396: the target with the patch merged in; neither is changed. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else setField(merged, key, mergePatch(Object.hasOwn(merged, key) ? merged[key] : undefined, value));
  }
  return merged;
}
