/** The source file of one API, and what it does not say of its CustomResourceDefinition. */
import { readPart } from './api-part.js';
import type { ApiPart } from './api-part.js';
import { ROLES, roleOf } from './api-role.js';
import { ClassNames } from './class-names.js';
import type { Crd } from './crd.js';
import { crdNotes, ownColumns } from './crd-notes.js';
import type { Decorator } from './decorator.js';
import { decoratorText, ours } from './decorator.js';
import { withoutIdleWords } from './idle-words.js';
import type { Note } from './note.js';
import { note, ofWhatStays } from './note.js';
import { literal } from './source-text.js';
import { readWholeObject } from './whole-object.js';

/** The file. */
export interface ApiSource {
  readonly text: string;
  readonly notes: readonly Note[];
}

/** Writes the classes of an API. */
export function apiSource(crd: Crd): ApiSource {
  const { schema, notes: idle } = withoutIdleWords(crd.version.schema.openAPIV3Schema, '');
  const { kind } = crd.names;
  const { base, parts, added } = ROLES[roleOf(crd)];
  const names = new ClassNames();
  const apiName = names.give(kind, `${kind}Api`);
  const planned = parts.map((path) => partOf(kind, path, added[path], names));
  const written = planned.map((part) => readPart(schema.properties?.[part.path] ?? {}, part));
  const whole = readWholeObject(schema, added.spec);
  const marks = [...whole.marks, ...ownColumns(crd).map((column) => ours('PrinterColumn', literal(column))), apiMark(crd)];
  const classes = written.flatMap((part) => part.classes);
  const api = [...marks.map(decoratorText), `export class ${apiName} extends ${base}(${planned.map(({ name }) => name).join(', ')}) {}`].join('\n');
  return {
    text: `${[imports([...classes.flatMap(({ used }) => used), ...marks, ours(base)]), ...classes.map(({ text }) => text), api].join('\n\n')}\n`,
    notes: ofWhatStays([...crdNotes(crd), ...idle, ...whole.notes, ...written.flatMap(({ notes }) => notes), ...(parts.includes('status') ? [] : [note('runtime', 'status')])]),
  };
}

function partOf(kind: string, path: ApiPart['path'], added: readonly string[], names: ClassNames): ApiPart {
  switch (path) {
    case 'spec':
      return { path, name: names.give(`${kind}Spec`), className: kind, added, names };
    case 'status':
      return { path, name: names.give(`${kind}Status`), className: `${kind}Status`, added, names };
  }
}

function apiMark(crd: Crd): Decorator {
  const { group, version, names } = crd;
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
  return ours(ROLES[roleOf(crd)].decorator, literal(words));
}

function imports(used: readonly Decorator[]): string {
  const origins = ['@kcp-runtime/nest', 'class-validator'] as const;
  const lines = origins.map((origin) => [origin, [...new Set(used.filter(({ from }) => from === origin).map(({ name }) => name))].sort()] as const);
  return lines.flatMap(([origin, found]) => (found.length === 0 ? [] : [`import { ${found.join(', ')} } from '${origin}';`])).join('\n');
}
