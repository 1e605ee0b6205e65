import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import { isMember, type FieldSet } from './field-set.js';
import type { FieldShape } from './field-shape.js';
import { itemStep } from './object-fields.js';

/** The value without these fields. What held them stays, even empty, unless it is one of them. */
export function removeFields(value: unknown, fields: FieldSet | undefined, shape: FieldShape): unknown {
  if (fields === undefined) return value;
  if (isJsonObject(value) && !shape.isAtomic) {
    const kept: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      const below = fields[`f:${key}`];
      if (below === undefined) kept[key] = child;
      else if (!isMember(below)) kept[key] = removeFields(child, below, shape.child(key));
    }
    return kept;
  }
  if (!Array.isArray(value) || shape.list.kind === 'atomic') return value;
  return value.flatMap((item: unknown) => {
    const below = fields[itemStep(item, shape.list)];
    if (below === undefined) return [item];
    return isMember(below) ? [] : [removeFields(item, below, shape.items)];
  });
}
