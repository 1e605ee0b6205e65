import { Type } from 'class-transformer';
import { Allow, ValidateBy, ValidateNested } from 'class-validator';

import type { ClassOf } from '../api-class/class-of.js';
import type { JsonObject } from '../structure/json-schema.js';
import type { ElementType, ShapeMark } from './marks.js';
import { markProperty } from './marks.js';

/** Marks the shape, and tells class-validator that the property exists: its whitelist must not cut it out. */
export function markShape(prototype: object, property: string | symbol, shape: ShapeMark): void {
  markProperty(prototype, property, { kind: 'shape', shape });
  Allow()(prototype, String(property));
}

/** An object of another decorated class. The function lets that class stand in a file that is still being loaded. */
export function Nested(type: () => ClassOf): PropertyDecorator {
  return (prototype, property) => {
    markShape(prototype, property, { kind: 'nested', type });
    Type(type)(prototype, property);
    ValidateNested()(prototype, property);
  };
}

/**
 * A list: of `String`, `Number`, `Boolean` (further rules by class-validator's `{ each: true }`) or
 * of a decorated class. With `keys` the list is a map by these properties of its items: two items
 * with the same keys are refused, and server-side apply merges item by item.
 */
export function ItemsOf(type: () => ElementType, settings: { readonly keys?: readonly string[] } = {}): PropertyDecorator {
  return (prototype, property) => markShape(prototype, property, { kind: 'items', type, ...settings });
}

/** How many entries a map may have, both inclusive. */
export interface MapLimits {
  readonly minEntries?: number;
  readonly maxEntries?: number;
}

function entriesWithin(value: unknown, { minEntries = 0, maxEntries = Infinity }: MapLimits): boolean {
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : -1;
  return count >= minEntries && count <= maxEntries;
}

/** A map from free names to `String`, `Number`, `Boolean` or a decorated class. */
export function MapOf(type: () => ElementType, limits: MapLimits = {}): PropertyDecorator {
  const { minEntries = 0, maxEntries } = limits;
  const wording = `$property must have ${maxEntries === undefined ? `at least ${minEntries}` : `${minEntries} to ${maxEntries}`} entries`;
  return (prototype, property) => {
    markShape(prototype, property, { kind: 'map', type, ...limits });
    ValidateBy({
      name: 'mapEntries',
      validator: { validate: (value) => entriesWithin(value, limits), defaultMessage: () => wording },
    })(prototype, property);
  };
}

/** A JSON object that the server keeps as it is and that nobody checks, for example the values of a Helm chart. */
export function FreeForm(): PropertyDecorator {
  return (prototype, property) => markShape(prototype, property, { kind: 'freeForm' });
}

/**
 * A value whose schema stands here as the server gets it, for what no other decorator says. The server alone checks it, and it reaches
 * the handler as it was written; `@Default`, `@Describe`, `@Rule` and the like stand beside it as usual.
 */
export function Verbatim(schema: JsonObject): PropertyDecorator {
  return (prototype, property) => markShape(prototype, property, { kind: 'verbatim', schema });
}
