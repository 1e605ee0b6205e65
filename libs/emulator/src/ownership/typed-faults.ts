/** What an apply cannot be read by: its texts are those of a server in Go, which shows values as Go does. */
import { isJsonObject } from '../storage/kube-object.js';
import { stepText } from './field-set.js';
import type { FieldShape, ListShape } from './field-shape.js';
import { itemStep } from './object-fields.js';

/** All places at which the value does not have the form that the schema says, as `path: text`. */
export function typedFaults(value: unknown, shape: FieldShape, path = ''): string[] {
  if (value === null || value === undefined || shape.value === 'any') return below(value, shape, path);
  switch (shape.value) {
    case 'text':
      return typeof value === 'string' ? [] : [`${path}: expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`];
    case 'number':
      return typeof value === 'number' ? [] : [`${path}: expected numeric (int or float), got ${goType(value)}`];
    case 'flag':
      return typeof value === 'boolean' ? [] : [`${path}: expected boolean, got &{${goText(value)}}`];
    case 'scalar':
      return isJsonObject(value) || Array.isArray(value) ? [`${path}: expected any scalar, got &{${goText(value)}}`] : [];
    case 'map':
      return isJsonObject(value) ? below(value, shape, path) : [`${path}: expected map, got &{${goText(value)}}`];
    case 'list':
      return Array.isArray(value) ? below(value, shape, path) : [`${path}: expected list, got &{${goText(value)}}`];
  }
}

function below(value: unknown, shape: FieldShape, path: string): string[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, child]) => (shape.names(key) === 'nothing' ? [`${path}.${key}: field not declared in schema`] : typedFaults(child, shape.child(key), `${path}.${key}`)));
  }
  return Array.isArray(value) ? itemFaults(value, shape, path) : [];
}

function itemFaults(items: readonly unknown[], shape: FieldShape, path: string): string[] {
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const [index, item] of items.entries()) {
    const missing = keyFault(item, shape.list);
    // An item without a step ends the look at its list.
    if (missing !== undefined) return [...faults, `${path}: element ${index}: ${missing}`];
    const step = shape.list.kind === 'atomic' ? `[${index}]` : stepText(itemStep(item, shape.list));
    if (shape.list.kind !== 'atomic' && seen.has(step)) faults.push(`${path}: duplicate entries for key ${step}`);
    seen.add(step);
    faults.push(...typedFaults(item, shape.items, `${path}${step}`));
  }
  return faults;
}

function keyFault(item: unknown, list: ListShape): string | undefined {
  switch (list.kind) {
    case 'atomic':
      return undefined;
    case 'set':
      return isJsonObject(item) ? "associative list without keys has an element that's a map type" : undefined;
    case 'map':
      if (item === null) return 'associative list with keys may not have a null element';
      if (!isJsonObject(item)) return 'associative list with keys may not have non-map elements';
      if (itemStep(item, list) !== 'k:{}') return undefined;
      return `associative list with keys has an element that omits all key fields [${list.keys.map((key) => JSON.stringify(key)).join(' ')}] (and doesn't have default values for any key fields)`;
  }
}

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (isJsonObject(value)) return `map[string]interface {}{${Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}:${goSyntax(child)}`).join(', ')}}`;
  return JSON.stringify(value);
}

function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isJsonObject(value)) return `map[${Object.entries(value).map(([key, child]) => `${key}:${goText(child)}`).join(' ')}]`;
  return String(value);
}
