/** What JSON is made of, without its values: 0 for a value, one shape for all items of an array, keys for an object. */
export type Shape = 0 | readonly [Shape] | { readonly [key: string]: Shape };

/** Who owns which field is what the items on server-side apply look at; beside them it is a matter of kcp's own inner writes. */
const LEFT_OUT = 'managedFields';
const SCHEMAS: ReadonlySet<string> = new Set(['schema', 'openAPIV3Schema']);
/** Ends in a hash of the export and its claim. */
const CLAIM_LABEL = /^(claimed\.internal\.apis\.kcp\.io\/).*/;

/** The shape of parsed JSON. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return [value.map(shapeOf).reduce(merged, 0)];
  if (typeof value !== 'object' || value === null) return 0;
  const shape: Record<string, Shape> = {};
  for (const [key, inner] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (key === LEFT_OUT || (key === 'status' && isKcpKind(value))) continue;
    shape[key.replace(CLAIM_LABEL, '$1<hash>')] = isLeftAlone(key, inner) ? 0 : shapeOf(inner);
  }
  return shape;
}

/** The paths that only one of two shapes has, such as `status.conditions[].reason`; those of `expected` first. */
export function firstDifferentPath(expected: Shape, found: Shape): { readonly path: string; readonly in: 'expected' | 'found' } | undefined {
  const wanted = new Set(paths(expected, ''));
  const there = new Set(paths(found, ''));
  for (const path of wanted) if (!there.has(path)) return { path, in: 'expected' };
  for (const path of there) if (!wanted.has(path)) return { path, in: 'found' };
  return undefined;
}

/** Their status is written by kcp's controllers when they come to it, so what there is in it is a matter of time; items look into it. */
function isKcpKind(object: object): boolean {
  return 'apiVersion' in object && typeof object.apiVersion === 'string' && object.apiVersion.includes('.kcp.io/') && 'metadata' in object;
}

/** A schema is its author's, and conditions say at each moment what is true then. */
function isLeftAlone(key: string, value: unknown): boolean {
  return key === 'conditions' || (SCHEMAS.has(key) && typeof value === 'object' && value !== null && 'type' in value);
}

function merged(one: Shape, other: Shape): Shape {
  if (one === 0) return other;
  if (other === 0) return one;
  if (isList(one) || isList(other)) return isList(one) && isList(other) ? [merged(one[0], other[0])] : one;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return Object.fromEntries(keys.map((key) => [key, merged(one[key] ?? 0, other[key] ?? 0)]));
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function paths(shape: Shape, at: string): string[] {
  if (shape === 0) return [at];
  if (isList(shape)) return [at, ...paths(shape[0], `${at}[]`).filter((path) => path !== `${at}[]`)];
  return [at, ...Object.entries(shape).flatMap(([key, inner]) => paths(inner, `${at}.${key}`))];
}
