/** Whether two JSON values are equal; keys may stand in any order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  return sameFields(a as Record<string, unknown>, b as Record<string, unknown>);
}

function sameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let count = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    count += 1;
    if (!sameJson(a[key], b[key])) return false;
  }
  let other = 0;
  for (const key of Object.keys(b)) if (b[key] !== undefined) other += 1;
  return count === other;
}
