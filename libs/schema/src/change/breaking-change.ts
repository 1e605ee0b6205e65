/**
 * Compares two schemas of one API: would an object that the old one took be refused by the new one, or
 * lose data? A pure function; whoever publishes asks it before the new schema replaces the old. It
 * judges status like spec; since a status is written anew, its caller may leave paths under it aside.
 */
import { canonicalJson } from '../structure/canonical-json.js';
import type { JsonSchema, JsonValue } from '../structure/json-schema.js';

/** A change that would make an object refused or lose data that the old schema took. */
export interface BreakingChange {
  /** Path of the property, `spec.storage.size`; empty for the whole object. A list's items are `[]`, a map's values `{}`. */
  readonly path: string;
  readonly kind: 'removed' | 'narrowed' | 'newly-required' | 'retyped';
  readonly message: string;
}

type Comparison = (before: JsonSchema, after: JsonSchema, path: string) => BreakingChange[];

const lowerBounds = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const upperBounds = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Words whose narrowing can't be told from their text: any other value may refuse what was taken. */
const opaqueWords = ['pattern', 'format', 'multipleOf', 'not', 'allOf', 'anyOf'] as const;

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

function kindOf(schema: JsonSchema): string {
  return schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : (schema.type ?? 'anything');
}

const takes: Readonly<Record<string, readonly string[]>> = {
  number: ['integer'],
  'int-or-string': ['integer', 'string'],
};

const types: Comparison = (before, after, path) => {
  const [was, is] = [kindOf(before), kindOf(after)];
  if (was === is || is === 'anything' || (takes[is] ?? []).includes(was)) return [];
  return [{ path, kind: 'retyped', message: `was ${was} and would be ${is}` }];
};

const bounds: Comparison = (before, after, path) => [
  ...lowerBounds.flatMap((word): BreakingChange[] => {
    const [was, is] = [before[word] ?? -Infinity, after[word] ?? -Infinity];
    return is > was ? [{ path, kind: 'narrowed', message: `${word} would rise from ${text(before[word])} to ${is}` }] : [];
  }),
  ...upperBounds.flatMap((word): BreakingChange[] => {
    const [was, is] = [before[word] ?? Infinity, after[word] ?? Infinity];
    return is < was ? [{ path, kind: 'narrowed', message: `${word} would fall from ${text(before[word])} to ${is}` }] : [];
  }),
  ...(['exclusiveMinimum', 'exclusiveMaximum'] as const).flatMap((word): BreakingChange[] =>
    after[word] === true && before[word] !== true ? [{ path, kind: 'narrowed', message: `${word} would be new` }] : [],
  ),
];

const opaque: Comparison = (before, after, path) => {
  if (kindOf(after) !== kindOf(before)) return [];
  return opaqueWords.flatMap((word): BreakingChange[] =>
    after[word] === undefined || isSame(before[word], after[word])
      ? []
      : [{ path, kind: 'narrowed', message: `${word} was ${text(before[word])} and would be ${text(after[word])}` }],
  );
};

const enums: Comparison = (before, after, path) => {
  if (after.enum === undefined) return [];
  if (before.enum === undefined) return [{ path, kind: 'narrowed', message: `took any value and would take ${text(after.enum)} only` }];
  const gone = before.enum.filter((value: JsonValue) => !after.enum?.some((kept) => isSame(kept, value)));
  return gone.length === 0 ? [] : [{ path, kind: 'narrowed', message: `would no longer take ${gone.map(text).join(', ')}` }];
};

/** A rule about the old value is asked at changes only, so it refuses no object that is there. */
const rules: Comparison = (before, after, path) => {
  const known = new Set((before['x-kubernetes-validations'] ?? []).map(({ rule }) => rule));
  return (after['x-kubernetes-validations'] ?? [])
    .filter(({ rule }) => !known.has(rule) && !rule.includes('oldSelf'))
    .map(({ rule }) => ({ path, kind: 'narrowed', message: `would have the new rule ${rule}` }));
};

const required: Comparison = (before, after, path) => {
  const wasRequired = new Set(before.required ?? []);
  return (after.required ?? [])
    .filter((name) => !wasRequired.has(name) && after.properties?.[name]?.default === undefined)
    .map((name) => ({ path: below(path, name), kind: 'newly-required', message: 'would be required, and objects without it are there' }));
};

const lists: Comparison = (before, after, path) => {
  const [was, is] = [before['x-kubernetes-list-type'] ?? 'atomic', after['x-kubernetes-list-type'] ?? 'atomic'];
  const keys = 'x-kubernetes-list-map-keys' as const;
  if (is !== 'atomic' && (was !== is || !isSame(before[keys], after[keys]))) {
    return [{ path, kind: 'narrowed', message: `was ${was === 'map' ? `a map by ${text(before[keys])}` : was} and would refuse doubles as a ${is}` }];
  }
  return before.items === undefined || after.items === undefined ? [] : compare(before.items, after.items, `${path}[]`);
};

const maps: Comparison = (before, after, path) => {
  const [was, is] = [before.additionalProperties, after.additionalProperties];
  if (was !== undefined && is !== undefined) return compare(was, is, `${path}{}`);
  const isOpen = after['x-kubernetes-preserve-unknown-fields'] === true;
  return was !== undefined && !isOpen ? [{ path, kind: 'removed', message: 'took any names and would drop them' }] : [];
};

const properties: Comparison = (before, after, path) => {
  const isOpen = after['x-kubernetes-preserve-unknown-fields'] === true;
  const wasOpen = before['x-kubernetes-preserve-unknown-fields'] === true;
  const dropped: BreakingChange[] = wasOpen && !isOpen ? [{ path, kind: 'removed', message: 'kept whatever was in it and would drop what the schema does not name' }] : [];
  const changes = Object.entries(before.properties ?? {}).flatMap(([name, was]): BreakingChange[] => {
    const is = after.properties?.[name] ?? after.additionalProperties;
    if (is !== undefined) return compare(was, is, below(path, name));
    return isOpen ? [] : [{ path: below(path, name), kind: 'removed', message: 'would be gone, and with it what objects have there' }];
  });
  return [...dropped, ...changes];
};

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function compare(before: JsonSchema, after: JsonSchema, path: string): BreakingChange[] {
  const retyped = types(before, after, path);
  if (retyped.length > 0) return retyped;
  return [bounds, opaque, enums, rules, required, lists, maps, properties].flatMap((comparison) => comparison(before, after, path));
}

/** What of a schema change would break living objects; empty when nothing would. */
export function breakingChanges(before: JsonSchema, after: JsonSchema): BreakingChange[] {
  return compare(before, after, '');
}
