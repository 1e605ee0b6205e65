/** In what two CustomResourceDefinitions differ, in the words of the generator's notes. */
import { isObject, isSame } from './crd-schema.js';
import type { Note } from './note.js';
import { isWithin } from './note.js';

type Json = Readonly<Record<string, unknown>>;

/** A word of the schema at a path that the two have otherwise; without a word: what only one of them has. */
export interface Difference {
  readonly path: string;
  readonly word?: string;
}

/** The spec of a CRD, as YAML or as the schema package gives it. */
export interface CrdSpec {
  readonly names: Json;
  readonly versions: readonly Json[];
  readonly [word: string]: unknown;
}

/** Differences of the version that the second has. */
export function differences(before: CrdSpec, after: CrdSpec): readonly Difference[] {
  const { names, versions, ...others } = before;
  const { names: builtNames, versions: built, ...builtOthers } = after;
  const [{ schema: builtSchema, subresources: builtSubresources, ...version } = {} as Json] = built;
  const { schema, subresources, ...given } = versions.find(({ name }) => name === version['name']) ?? {};
  return [
    ...words(withDefaults(names), builtNames, 'names'),
    ...words(others, builtOthers, '').map(({ word }) => ({ path: word ?? '' })),
    ...versions.filter(({ name }) => name !== version['name']).map(({ name }) => ({ path: `versions ${String(name)}` })),
    ...words(given, version, 'version'),
    ...words((subresources ?? {}) as Json, builtSubresources as Json, 'version.subresources'),
    ...schemas((schema as Json)['openAPIV3Schema'] as Json, (builtSchema as Json)['openAPIV3Schema'] as Json, ''),
  ];
}

/** Those that no note names. */
export function unnamed(found: readonly Difference[], notes: readonly Note[]): readonly Difference[] {
  return found.filter((difference) => !notes.some((note) => covers(note, difference)));
}

/** Notes that name something which is no difference. What the runtime adds may be the same by chance. */
export function idle(found: readonly Difference[], notes: readonly Note[]): readonly Note[] {
  return notes.filter((note) => note.kind !== 'runtime' && note.kind !== 'verbatim' && !found.some((difference) => covers(note, difference)) && !note.path.startsWith('column '));
}

function covers({ kind, path, words }: Note, difference: Difference): boolean {
  if (kind === 'verbatim') return false;
  return isWithin(difference.path, { kind, path, words }) || (difference.path === path && difference.word !== undefined && words.includes(difference.word));
}

/** As a server fills them in. */
function withDefaults(names: Json): Json {
  const kind = String(names['kind']);
  return { singular: kind.toLowerCase(), listKind: `${kind}List`, ...names };
}

function words(before: Json, after: Json, path: string): readonly Difference[] {
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all.filter((word) => !isSame(before[word], after[word])).map((word) => ({ path, word }));
}

function schemas(before: Json, after: Json, path: string): readonly Difference[] {
  const { properties: had = {}, required: needed = [], items: item, additionalProperties: value, ...rest } = before;
  const { properties: has = {}, required: needs = [], items: builtItem, additionalProperties: builtValue, ...builtRest } = after;
  const child = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const onlyOnce = [...(needed as string[]).filter((name) => !(needs as string[]).includes(name)), ...(needs as string[]).filter((name) => !(needed as string[]).includes(name))];
  return [
    ...words(rest, builtRest, path),
    ...((needed as string[]).length === 0 && before['required'] !== undefined ? [{ path, word: 'required' }] : []),
    ...onlyOnce.map((name) => ({ path: child(name), word: 'required' })),
    ...[...new Set([...Object.keys(had as Json), ...Object.keys(has as Json)])].flatMap((name) => parts(own(had, name), own(has, name), child(name))),
    ...parts(item, builtItem, `${path}[]`),
    ...parts(value, builtValue, `${path}{}`),
  ];
}

function own(properties: unknown, name: string): unknown {
  return Object.hasOwn(properties as object, name) ? (properties as Json)[name] : undefined;
}

function parts(before: unknown, after: unknown, path: string): readonly Difference[] {
  if (isObject(before) && isObject(after)) return schemas(before, after, path);
  return isSame(before, after) ? [] : [{ path }];
}
