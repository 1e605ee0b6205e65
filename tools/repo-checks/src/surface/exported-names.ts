import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A public surface must be written out, name by name. */
export class SurfaceUnreadable extends Error {
  override readonly name = 'SurfaceUnreadable';
  constructor(file: string, statement: string) {
    super(`${file} has a line that does not name what it exports: ${statement}. Write it as export { name } from './file.js', or export type { … }.`);
  }
}

/** What an index file exports, one `name` or `type name` each, sorted by name. @throws SurfaceUnreadable */
export function exportedNames(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const names = source.statements.flatMap((statement) => namesOf(statement) ?? refuse(file, statement.getText(source)));
  return names.sort((one, other) => plain(one).localeCompare(plain(other), 'en') || one.localeCompare(other, 'en'));
}

function namesOf(statement: ts.Statement): readonly string[] | undefined {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined || !ts.isNamedExports(statement.exportClause)) return undefined;
  return statement.exportClause.elements.map(({ name, isTypeOnly }) => (statement.isTypeOnly || isTypeOnly ? `type ${name.text}` : name.text));
}

function refuse(file: string, statement: string): never {
  throw new SurfaceUnreadable(file, statement.split('\n')[0] ?? '');
}

function plain(line: string): string {
  return line.replace(/^type /, '');
}
