/**
 * What our own decorators leave on a class: plain data, kept as reflect-metadata on the constructor
 * and so gone with it. The class reader is the only one who reads it. What class-validator's
 * decorators say stays in class-validator's storage.
 */
import 'reflect-metadata';

import type { ClassOf } from '../api-class/class-of.js';
import type { JsonObject, JsonValue } from '../structure/json-schema.js';

/** A CEL rule as `x-kubernetes-validations` takes it. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
  readonly reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate';
  /** The field that the error names, relative to the place of the rule: `.limits.max`. */
  readonly fieldPath?: string;
  /** CEL that makes the message; where it fails `message` is told. */
  readonly messageExpression?: string;
  /** Asked at creation too; `oldSelf` is an optional then. */
  readonly optionalOldSelf?: boolean;
}

/** A column of `kubectl get`. */
export interface PrinterColumnSettings {
  /** Head of the column; the property's name with a capital letter when left out. */
  readonly name?: string;
  /** What it shows; the property's own type when left out. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** Only for a column on a class: where the value stands, `.status.host`. */
  readonly jsonPath?: string;
  readonly description?: string;
  /** 0 shows always, more only with `-o wide`. */
  readonly priority?: number;
}

/** What the items of a list or the values of a map are. */
export type ElementType = StringConstructor | NumberConstructor | BooleanConstructor | ClassOf;

/** The shape that a decorator of ours gives a property; a property has at most one. */
export type ShapeMark =
  | { readonly kind: 'nested'; readonly type: () => ClassOf }
  | { readonly kind: 'items'; readonly type: () => ElementType; readonly keys?: readonly string[] }
  | { readonly kind: 'map'; readonly type: () => ElementType; readonly minEntries?: number; readonly maxEntries?: number }
  | { readonly kind: 'freeForm' }
  | { readonly kind: 'quantity' }
  | { readonly kind: 'duration'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'intOrString' }
  | { readonly kind: 'verbatim'; readonly schema: JsonObject };

/** Everything that a decorator of ours can say about a property. */
export type PropertyMark =
  | { readonly kind: 'shape'; readonly shape: ShapeMark }
  | { readonly kind: 'default'; readonly value: JsonValue }
  | { readonly kind: 'immutable' }
  | { readonly kind: 'rule'; readonly rule: CelRule }
  | { readonly kind: 'description'; readonly text: string }
  | { readonly kind: 'column'; readonly column: PrinterColumnSettings };

/** Everything that a decorator of ours can say about a class. */
export type ClassMark = Exclude<PropertyMark, { kind: 'shape' | 'default' | 'immutable' }>;

const PROPERTY_MARKS = Symbol('kcp-runtime: marks of the properties');
const CLASS_MARKS = Symbol('kcp-runtime: marks of the class');

type MarksByProperty = ReadonlyMap<string, readonly PropertyMark[]>;

function ownPropertyMarks(ctor: object): MarksByProperty {
  return (Reflect.getOwnMetadata(PROPERTY_MARKS, ctor) as MarksByProperty | undefined) ?? new Map();
}

/** Adds one mark to one property; `prototype` is what TypeScript hands to a property decorator. */
export function markProperty(prototype: object, property: string | symbol, mark: PropertyMark): void {
  const marks = new Map(ownPropertyMarks(prototype.constructor));
  // Decorators run from the last to the first, and an author reads from the first to the last.
  marks.set(String(property), [mark, ...(marks.get(String(property)) ?? [])]);
  Reflect.defineMetadata(PROPERTY_MARKS, marks, prototype.constructor);
}

/** Adds one mark to a class. */
export function markClass(ctor: object, mark: ClassMark): void {
  Reflect.defineMetadata(CLASS_MARKS, [mark, ...(Reflect.getOwnMetadata(CLASS_MARKS, ctor) as ClassMark[] | undefined) ?? []], ctor);
}

/** The class and the classes that it extends, the oldest first. */
function lineage(ctor: ClassOf): ClassOf[] {
  const line: ClassOf[] = [];
  for (let at: unknown = ctor; typeof at === 'function' && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    line.unshift(at as ClassOf);
  }
  return line;
}

/** All marks of a class's properties; what a class says about a property replaces what its parent said. */
export function propertyMarks(ctor: ClassOf): MarksByProperty {
  return new Map(lineage(ctor).flatMap((level) => [...ownPropertyMarks(level)]));
}

/** The marks of the class and of the classes that it extends. */
export function classMarks(ctor: ClassOf): readonly ClassMark[] {
  return lineage(ctor).flatMap((level) => (Reflect.getOwnMetadata(CLASS_MARKS, level) as ClassMark[] | undefined) ?? []);
}
