import type { JsonSchema } from '../structure/json-schema.js';
import type { ValueLimits } from '../reader/property-tree.js';

const lowerBounds = ['minLength', 'minItems', 'minProperties'] as const;
const upperBounds = ['maxLength', 'maxItems', 'maxProperties'] as const;

/** Of two bounds the narrower one; both rules hold, so it says all. */
function tighten(before: ValueLimits, added: ValueLimits): ValueLimits {
  const bounds: Record<string, number> = {};
  for (const key of lowerBounds) {
    if (added[key] !== undefined) bounds[key] = Math.max(added[key], before[key] ?? 0);
  }
  for (const key of upperBounds) {
    if (added[key] !== undefined) bounds[key] = Math.min(added[key], before[key] ?? Infinity);
  }
  return { ...added, ...bounds };
}

/** Which words speak of the same limit: a second one can't stand beside the first. */
function collides(before: ValueLimits, added: ValueLimits): boolean {
  const bounds: readonly string[] = [...lowerBounds, ...upperBounds];
  return Object.entries(added).some(([key, value]) => {
    const there = before[key as keyof ValueLimits];
    return !bounds.includes(key) && there !== undefined && JSON.stringify(there) !== JSON.stringify(value);
  });
}

/** The limits of two rules on one value. What can't stand side by side goes under `allOf`, which a structural schema allows. */
export function combineLimits(before: ValueLimits, added: ValueLimits): ValueLimits {
  if (collides(before, added)) {
    const allOf: readonly JsonSchema[] = [...(before.allOf ?? []), added];
    return { ...before, allOf };
  }
  return { ...before, ...tighten(before, added) };
}
