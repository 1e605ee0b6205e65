/** What a live value becomes when wishes are laid over it. */
import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import type { FieldShape } from './field-shape.js';
import { itemStep } from './object-fields.js';

/** The live value with the wishes in it; nothing is taken away. */
export function mergeWishes(live: unknown, wish: unknown, shape: FieldShape): unknown {
  if (isJsonObject(live) && isJsonObject(wish) && !shape.isAtomic) {
    const merged: JsonObject = { ...live };
    for (const [key, value] of Object.entries(wish)) merged[key] = mergeWishes(live[key], value, shape.child(key));
    return merged;
  }
  if (Array.isArray(live) && Array.isArray(wish) && shape.list.kind !== 'atomic') return mergeItems(live, wish, shape);
  // A null of a map or a list wishes for nothing in it.
  const isHeld = wish === null && !shape.isAtomic && (isJsonObject(live) || (Array.isArray(live) && shape.list.kind !== 'atomic'));
  return isHeld ? live : wish;
}

/** Wished items stand in the order of the wishes, and between them the others where they stood before the next that both have. */
function mergeItems(live: readonly unknown[], wish: readonly unknown[], shape: FieldShape): unknown[] {
  const stepsOf = (items: readonly unknown[]): string[] => items.map((item) => itemStep(item, shape.list));
  const [liveSteps, wishSteps] = [stepsOf(live), stepsOf(wish)];
  const [isLive, isWished] = [new Set(liveSteps), new Set(wishSteps)];
  const shared = wishSteps.filter((step) => isLive.has(step));
  const merged: unknown[] = [];
  let at = 0;
  for (const [index, item] of wish.entries()) {
    const step = wishSteps[index] ?? '';
    for (; at < live.length && liveSteps[at] !== step; at += 1) {
      const other = liveSteps[at] ?? '';
      if (!isWished.has(other)) merged.push(live[at]);
      else if (shared[0] === other) break;
    }
    if (liveSteps[at] === step) at += 1;
    merged.push(isLive.has(step) ? mergeWishes(live[liveSteps.indexOf(step)], item, shape.items) : item);
    if (shared[0] === step) shared.shift();
  }
  return [...merged, ...live.slice(at).filter((_, index) => !isWished.has(liveSteps[at + index] ?? ''))];
}
