/** The source file of one API, and what it does not say of its CustomResourceDefinition. */
import { ClassNames } from './class-names.js';
import type { ClassSource } from './class-source.js';
import type { Crd } from './crd.js';
import { crdNotes, ownColumns } from './crd-notes.js';
import type { CrdSchema } from './crd-schema.js';
import { SchemaWords, isSame } from './crd-schema.js';
import type { Decorator } from './decorator.js';
import { decoratorText, ours } from './decorator.js';
import { withoutIdleWords } from './idle-words.js';
import type { Note } from './note.js';
import { changed, note, ofWhatStays } from './note.js';
import { readRules } from './rules.js';
import { literal } from './source-text.js';
import { descriptionMarks, isEverywhere, readClass } from './value.js';

/** The file. */
export interface ApiSource {
  readonly text: string;
  readonly notes: readonly Note[];
}

/** Whose object it is: a namespaced kind is ordered, one of the cluster configures a provider. */
export type ApiRole = 'service' | 'provider-config';

/** The role that the scope of a CRD gives it. */
export function roleOf({ scope }: Crd): ApiRole {
  return scope === 'Cluster' ? 'provider-config' : 'service';
}

/** What the runtime adds to each status of an order, and to each spec of a ProviderConfig. */
const RUNTIME = { status: ['conditions', 'observedGeneration', 'phase'], config: ['caBundleRef', 'kcp', 'pollInterval', 'workloadPurpose'] } as const;

/** Writes the classes of an API. */
export function apiSource(crd: Crd): ApiSource {
  const { schema, notes: idle } = withoutIdleWords(crd.version.schema.openAPIV3Schema, '');
  const { spec, status, ...beside } = schema.properties ?? {};
  const names = new ClassNames();
  const { kind } = crd.names;
  const apiName = names.give(kind, `${kind}Api`);
  const role = roleOf(crd);
  const specPart = readPart(spec ?? {}, 'spec', role === 'service' ? [] : RUNTIME.config, { className: kind, name: names.give(`${kind}Spec`), names });
  const parts = role === 'service' ? [specPart, readPart(status ?? {}, 'status', RUNTIME.status, { className: `${kind}Status`, name: names.give(`${kind}Status`), names })] : [specPart];
  const root = readRoot(schema, beside, spec, role === 'service' ? [] : RUNTIME.config);
  const base = role === 'service' ? ours('serviceObject') : ours('providerConfigObject');
  const marks = [...root.marks, ...ownColumns(crd).map((column) => ours('PrinterColumn', literal(column))), apiMark(crd, role)];
  const classes = parts.flatMap((part) => part.classes);
  const api = [...marks.map(decoratorText), `export class ${apiName} extends ${base.name}(${parts.map(({ name }) => name).join(', ')}) {}`].join('\n');
  const used = [...classes.flatMap((one) => one.used), ...marks, base];
  return {
    text: `${[imports(used), ...classes.map(({ text }) => text), api].join('\n\n')}\n`,
    notes: ofWhatStays([...crdNotes(crd), ...idle, ...root.notes, ...parts.flatMap((part) => part.notes), ...(role === 'service' ? [] : [note('runtime', 'status')])]),
  };
}

interface PartNames {
  /** What the classes below it begin with. */
  readonly className: string;
  readonly name: string;
  readonly names: ClassNames;
}

interface Part {
  readonly name: string;
  readonly classes: readonly ClassSource[];
  readonly notes: readonly Note[];
}

function readPart(schema: CrdSchema, path: 'spec' | 'status', runtime: readonly string[], { className, name, names }: PartNames): Part {
  const words = new SchemaWords(schema);
  for (const word of ['type', 'properties', 'required', 'description', ...(path === 'spec' ? ['default'] : [])]) words.take(word);
  const rules = readRules(words.take('x-kubernetes-validations'), path);
  const properties = Object.entries(schema.properties ?? {});
  const own = properties.filter(([property]) => !runtime.includes(property) && !isEverywhere(property));
  const left = [...words.left, ...(rules === undefined ? ['x-kubernetes-validations'] : [])];
  const marks = [...descriptionMarks(schema.description), ...(rules?.decorators ?? [])];
  const shape = { properties: Object.fromEntries(own), required: schema.required, marks, presence: path === 'status' ? 'optional' : 'as required' } as const;
  const written = readClass(shape, { path, className, names }, name);
  return {
    name,
    classes: written.classes,
    notes: [
      ...left.map((word) => note('lost', path, word)),
      ...(schema.type === undefined ? [note('runtime', path)] : []),
      ...properties.filter(([property]) => isEverywhere(property)).map(([property]) => note('lost', `${path}.${property}`)),
      ...runtime.map((property) => note('runtime', `${path}.${property}`)),
      ...(rules?.notes ?? []),
      ...written.notes,
    ],
  };
}

interface Root {
  readonly marks: readonly Decorator[];
  readonly notes: readonly Note[];
}

function readRoot(schema: CrdSchema, beside: Readonly<Record<string, CrdSchema>>, spec: CrdSchema | undefined, runtime: readonly string[]): Root {
  const words = new SchemaWords(schema);
  for (const word of ['type', 'properties', 'required', 'description']) words.take(word);
  const rules = readRules(words.take('x-kubernetes-validations'), '');
  const left = [...words.left, ...(rules === undefined ? ['x-kubernetes-validations'] : [])];
  return {
    marks: [...descriptionMarks(schema.description), ...(rules?.decorators ?? [])],
    notes: [...left.map((word) => note('lost', '', word)), ...(rules?.notes ?? []), ...besideNotes(beside), ...(spec === undefined ? [] : specPresence(schema.required ?? [], spec, runtime))],
  };
}

function besideNotes({ apiVersion, kind, metadata, ...others }: Readonly<Record<string, CrdSchema>>): readonly Note[] {
  const typed = [['apiVersion', apiVersion, 'string'], ['kind', kind, 'string'], ['metadata', metadata, 'object']] as const;
  const besides = typed.filter(([, schema, type]) => !isSame(schema, { type }));
  return [
    ...besides.map(([name, { description: _said, ...schema } = {}, type]) => note(isSame(schema, { type }) || isSame(schema, {}) ? 'same' : 'lost', name)),
    ...Object.keys(others).map((name) => note('lost', name)),
  ];
}

/** A spec in which something must be said is required itself; any other is filled in, with the defaults inside it. */
function specPresence(required: readonly string[], spec: CrdSchema, runtime: readonly string[]): readonly Note[] {
  const said = Object.entries(spec.properties ?? {}).filter(([name]) => !runtime.includes(name) && !isEverywhere(name));
  const isNeeded = said.some(([name, schema]) => spec.required?.includes(name) === true && schema.default === undefined);
  const isDefaulted = isSame(spec.default, {});
  return [
    ...(required.includes('spec') === isNeeded ? [] : [changed('spec', 'required', isNeeded ? 'is required, since something in it is' : 'is not required, since it is filled in')]),
    ...((isNeeded ? spec.default === undefined : isDefaulted) ? [] : [changed('spec', 'default', isNeeded ? 'has none, since it is required' : 'is {}, so that the defaults in it count')]),
    ...required.filter((name) => name !== 'spec').map((name) => note('lost', name, 'required')),
  ];
}

function apiMark({ group, names, version }: Crd, role: ApiRole): Decorator {
  const { kind, plural, singular, shortNames = [], categories = [] } = names;
  const words = {
    group,
    version: version.name,
    kind,
    plural,
    ...(singular === undefined || singular === kind.toLowerCase() ? {} : { singular }),
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
  };
  return ours(role === 'service' ? 'ServiceApi' : 'ProviderConfigApi', literal(words));
}

function imports(used: readonly Decorator[]): string {
  const origins = ['@kcp-runtime/nest', 'class-validator'] as const;
  const lines = origins.map((origin) => [origin, [...new Set(used.filter(({ from }) => from === origin).map(({ name }) => name))].sort()] as const);
  return lines.flatMap(([origin, found]) => (found.length === 0 ? [] : [`import { ${found.join(', ')} } from '${origin}';`])).join('\n');
}
