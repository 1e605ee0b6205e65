/**
 * What the reader makes of a class, free of decorators: the one description from which the schema is
 * written and instances are checked.
 */
import type { ClassOf } from '../api-class/class-of.js';
import type { CelRule, PrinterColumnSettings } from '../decorators/marks.js';
import type { JsonObject, JsonSchema, JsonValue } from '../structure/json-schema.js';

/** Limits of one value, in the schema's own words. */
export type ValueLimits = Pick<
  JsonSchema,
  | 'format'
  | 'enum'
  | 'minimum'
  | 'exclusiveMinimum'
  | 'maximum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'
  | 'not'
  | 'allOf'
  | 'anyOf'
>;

/** The shape of a value. */
export type Shape =
  | { readonly kind: 'string' }
  | { readonly kind: 'integer' }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'intOrString' }
  | { readonly kind: 'quantity' }
  | { readonly kind: 'freeForm' }
  | { readonly kind: 'verbatim'; readonly schema: JsonObject }
  | { readonly kind: 'list'; readonly items: ValueNode; readonly merge: ListMerge }
  | { readonly kind: 'map'; readonly values: ValueNode }
  | ObjectShape;

/** How the server merges a list, and what it holds to be unique. */
export type ListMerge = { readonly type: 'atomic' } | { readonly type: 'set' } | { readonly type: 'map'; readonly keys: readonly string[] };

/** An object of a class. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly ctor: ClassOf;
  readonly description?: string;
  readonly rules: readonly CelRule[];
  /** In the order of their names: the same class gives the same text, whatever the compiler. */
  readonly properties: readonly PropertyNode[];
  /** Columns that stand on the class. */
  readonly columns: readonly PrinterColumnSettings[];
}

/** A value with its limits. */
export interface ValueNode {
  readonly shape: Shape;
  readonly limits: ValueLimits;
}

/** A property of a class. */
export interface PropertyNode {
  readonly name: string;
  readonly value: ValueNode;
  readonly presence: Presence;
  readonly isImmutable: boolean;
  readonly description?: string;
  readonly rules: readonly CelRule[];
  readonly columns: readonly PrinterColumnSettings[];
  /** Rules of class-validator that no schema can say; they hold when the order is validated. */
  readonly runtimeOnly: readonly string[];
}

/** Is the property there? */
export type Presence =
  | { readonly kind: 'required' }
  | { readonly kind: 'optional' }
  | { readonly kind: 'defaulted'; readonly value: JsonValue };
