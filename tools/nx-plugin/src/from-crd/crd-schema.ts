/** A schema as it stands in a CustomResourceDefinition. */
export interface CrdSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, CrdSchema>>;
  readonly required?: readonly string[];
  readonly items?: CrdSchema;
  readonly additionalProperties?: CrdSchema | boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly 'x-kubernetes-validations'?: readonly CrdRule[];
  readonly [word: string]: unknown;
}

/** A rule in CEL. */
export interface CrdRule {
  readonly rule: string;
  readonly message?: string;
  readonly [word: string]: unknown;
}

/** Is it a JSON object, and not a list or null? */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Do two pieces of JSON say the same, whatever the order of their keys? */
export function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part)) ?? '';
}

/**
 * The words of a schema, each taken by whoever says it with a decorator. What is left at the end was said by nobody: so nothing gets
 * lost because nobody had thought of it.
 */
export class SchemaWords {
  readonly #words: Map<string, unknown>;

  constructor(schema: CrdSchema) {
    this.#words = new Map(Object.entries(schema));
  }

  /** The value of a word, which stays. */
  see(word: string): unknown {
    return this.#words.get(word);
  }

  /** The value of a word, which is said from now on. */
  take(word: string): unknown {
    const value = this.#words.get(word);
    this.#words.delete(word);
    return value;
  }

  /** What nobody has said. */
  get left(): readonly string[] {
    return [...this.#words.keys()];
  }
}
