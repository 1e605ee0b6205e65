/** What stands in a CustomResourceDefinition around the schema, held against what the runtime makes of a class. */
import type { Crd, CrdColumn } from './crd.js';
import { isSame } from './crd-schema.js';
import type { Note } from './note.js';
import { changed, note } from './note.js';

const PHASE: CrdColumn = { name: 'Phase', type: 'string', jsonPath: '.status.phase' };
const AGE: CrdColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
const COLUMN_WORDS = ['name', 'type', 'jsonPath', 'description', 'priority'];
const VERSION_WORDS = ['name', 'served', 'storage', 'schema', 'additionalPrinterColumns', 'subresources'];
const NAME_WORDS = ['kind', 'plural', 'singular', 'listKind', 'shortNames', 'categories'];

/** The columns that the API's class says; the runtime adds the phase and the age. */
export function ownColumns({ version }: Crd): readonly CrdColumn[] {
  const given = version.additionalPrinterColumns ?? [];
  const own = given.filter((column) => !isSame(column, PHASE) && !isSame(column, AGE));
  return own.map((column) => Object.fromEntries(Object.entries(column).filter(([word]) => COLUMN_WORDS.includes(word))) as unknown as CrdColumn);
}

/** What is said otherwise, or not at all. */
export function crdNotes(crd: Crd): readonly Note[] {
  const { names, version, otherVersions, others } = crd;
  const { status, ...subresources } = version.subresources ?? {};
  return [
    ...(names.listKind === undefined || names.listKind === `${names.kind}List` ? [] : [changed('names', 'listKind', `is ${names.kind}List`)]),
    ...Object.keys(names).filter((word) => !NAME_WORDS.includes(word)).map((word) => note('lost', 'names', word)),
    ...others.map((word) => note('lost', word)),
    ...otherVersions.map((name) => note('lost', `versions ${name}`)),
    ...(version.served === true ? [] : [changed('version', 'served', 'is true')]),
    ...(version.storage === true ? [] : [changed('version', 'storage', 'is true')]),
    ...Object.keys(version).filter((word) => !VERSION_WORDS.includes(word)).map((word) => note('lost', 'version', word)),
    ...(status === undefined ? [changed('version.subresources', 'status', 'is there')] : []),
    ...Object.keys(subresources).map((word) => note('lost', 'version.subresources', word)),
    ...columnNotes(crd),
  ];
}

/** The phase comes first and the age last, as everywhere in openMCP. */
function columnNotes(crd: Crd): readonly Note[] {
  const given = crd.version.additionalPrinterColumns ?? [];
  const unsaid = given.flatMap((column) => Object.keys(column).filter((word) => !COLUMN_WORDS.includes(word)).map((word) => note('lost', `column ${column.name}`, word)));
  return [...unsaid, ...(isSame(given, [PHASE, ...ownColumns(crd), AGE]) ? [] : [note('same', 'version', 'additionalPrinterColumns')])];
}
