import { isJsonObject } from '../status/merge-patch-between.js';
import type { JsonObject } from '../status/merge-patch-between.js';

/** Names of the fields that an apply has set, without their values: a Secret's annotation must not repeat the Secret. */
export interface KeyTree {
  readonly [key: string]: KeyTree;
}

/** The names in an object. A list is one field. */
export function keyTree(object: JsonObject): KeyTree {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, isJsonObject(value) ? keyTree(value) : {}]));
}

/** The names as an annotation has them; none where somebody has broken it. */
export function readKeyTree(text: string | undefined): KeyTree {
  try {
    const tree: unknown = JSON.parse(text ?? '{}');
    return isKeyTree(tree) ? tree : {};
  } catch {
    return {};
  }
}

function isKeyTree(value: unknown): value is KeyTree {
  return isJsonObject(value) && Object.values(value).every(isKeyTree);
}
