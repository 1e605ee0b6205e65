import { isJsonObject } from '../../storage/kube-object.js';

/** The first value at a printer column's JSONPath; undefined when nothing is there or the path is beyond this subset. */
export function valueAtPath(object: unknown, path: string): unknown {
  let value: unknown = object;
  for (const step of readSteps(path)) {
    if (value === undefined || value === null) return undefined;
    value = take(value, step);
  }
  return value;
}

type Step = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'index'; readonly index: number } | { readonly kind: 'filter'; readonly key: string; readonly value: string };

const STEP = /\.([A-Za-z0-9_-]+)|\[(\d+|\*)\]|\[["']([^"']+)["']\]|\[\?\(@\.([A-Za-z0-9_.-]+)\s*==\s*["']([^"']*)["']\)\]/g;

function readSteps(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, key, index, quoted, filterKey, filterValue] of path.matchAll(STEP)) {
    if (key !== undefined) steps.push({ kind: 'key', key });
    // Of many values a column shows the first.
    else if (index !== undefined) steps.push({ kind: 'index', index: index === '*' ? 0 : Number(index) });
    else if (quoted !== undefined) steps.push({ kind: 'key', key: quoted });
    else if (filterKey !== undefined) steps.push({ kind: 'filter', key: filterKey, value: filterValue ?? '' });
  }
  return steps;
}

function take(value: unknown, step: Step): unknown {
  switch (step.kind) {
    case 'key':
      return isJsonObject(value) ? value[step.key] : undefined;
    case 'index':
      return Array.isArray(value) ? value[step.index] : undefined;
    case 'filter':
      return Array.isArray(value) ? value.find((item: unknown) => isJsonObject(item) && String(item[step.key]) === step.value) : undefined;
  }
}
