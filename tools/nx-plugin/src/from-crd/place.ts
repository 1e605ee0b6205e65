import type { ClassNames } from './class-names.js';
import { namePart } from './class-names.js';
import type { ClassSource } from './class-source.js';
import type { Decorator } from './decorator.js';
import type { Note } from './note.js';

/** Where a value stands. */
export interface Place {
  /** `spec.ports[]` */
  readonly path: string;
  /** What a class for it would be called. */
  readonly className: string;
  readonly names: ClassNames;
}

/** The place of a property of an object. */
export function below({ path, className, names }: Place, property: string): Place {
  return { path: `${path}.${property}`, className: `${className}${namePart(property)}`, names };
}

/** A value in the classes: its type, the decorators of the property that holds it, the classes below it. */
export interface Value {
  readonly type: string;
  readonly decorators: readonly Decorator[];
  readonly classes: readonly ClassSource[];
  readonly notes: readonly Note[];
}

/** An item of a list, or a value of a map. */
export interface Element extends Value {
  /** What `@ItemsOf` and `@MapOf` call it. */
  readonly elementType: string;
}
