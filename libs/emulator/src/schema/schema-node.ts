import type { JsonObject } from '../storage/kube-object.js';
import type { CelRule } from './cel/cel-rules.js';

/** A rule on values alone (`minimum`, `pattern`, …): the fault's reason and text, or undefined. */
export type ValueTest = (value: unknown, path: string) => ValueFault | undefined;

/** What is wrong with one value. */
export interface ValueFault {
  readonly reason: 'FieldValueInvalid' | 'FieldValueNotSupported' | 'FieldValueTooLong' | 'FieldValueTooMany' | 'FieldValueDuplicate' | 'FieldValueRequired' | 'FieldValueTypeInvalid' | 'FieldValueForbidden';
  readonly message: string;
  /** Kubernetes tells some faults without their place; the message has it. */
  readonly place?: 'untold';
}

/** The types of the structural schema dialect. */
export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** One place of a structural schema, made ready to be walked. */
export interface SchemaNode {
  readonly source: JsonObject;
  readonly type: SchemaType | undefined;
  readonly nullable: boolean;
  readonly intOrString: boolean;
  readonly preserveUnknown: boolean;
  readonly embedded: boolean;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** Schema of map values; `true` lets everything in. */
  readonly additional: SchemaNode | true | undefined;
  readonly items: SchemaNode | undefined;
  readonly required: readonly string[];
  readonly fallback: unknown;
  readonly hasDefault: boolean;
  readonly list: { readonly kind: 'atomic' | 'set' } | { readonly kind: 'map'; readonly keys: readonly string[] };
  readonly tests: readonly ValueTest[];
  readonly rules: readonly CelRule[];
  /** Whether a rule stands here or anywhere below; walking the rest is left out. */
  readonly hasRules: boolean;
  /** `allOf`, `anyOf`, `oneOf`, `not`: schemas that only test values. */
  readonly junctors: readonly Junctor[];
}

/** A combination of value tests. */
export interface Junctor {
  readonly kind: 'allOf' | 'anyOf' | 'oneOf' | 'not';
  readonly nodes: readonly SchemaNode[];
}
