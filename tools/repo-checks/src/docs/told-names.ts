/** Names that the sources give to what goes wrong. Read from the syntax: nothing is built or run for it. */
import ts from 'typescript';

/** One source file. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Error classes that somebody can meet: those that come down from Error, without the abstract ones and those that no other file sees. */
export function errorClasses(sources: readonly SourceText[]): readonly string[] {
  const classes = nodesOf(sources, ts.isClassDeclaration).map((node) => ({ name: node.name?.text ?? '', parent: parentOf(node), isMet: isExported(node) && !isAbstract(node) }));
  const errors = new Set(['Error']);
  // A class may stand before its parent.
  for (let known = 0; known < errors.size; ) {
    known = errors.size;
    for (const { name, parent } of classes) if (errors.has(parent)) errors.add(name);
  }
  return unique(classes.filter(({ name, isMet }) => isMet && errors.has(name)).map(({ name }) => name));
}

/** Reasons of conditions: words at `reason:` and first words given to a function called `fault`. A sentence is none. */
export function toldReasons(sources: readonly SourceText[]): readonly string[] {
  const properties = nodesOf(sources, ts.isPropertyAssignment).filter(({ name }) => ts.isIdentifier(name) && name.text === 'reason');
  const calls = nodesOf(sources, ts.isCallExpression).filter(({ expression }) => ts.isIdentifier(expression) && expression.text === 'fault');
  const told = [...properties.map(({ initializer }) => initializer), ...calls.flatMap(({ arguments: [first] }) => first ?? [])];
  return unique(told.flatMap(wordsOf).filter((word) => /^[A-Z][A-Za-z]+$/.test(word)));
}

/** The words in a list, or the keys of an object, that a constant of this name holds. */
export function constantNames(sources: readonly SourceText[], constant: string): readonly string[] {
  const found = nodesOf(sources, ts.isVariableDeclaration).filter(({ name }) => ts.isIdentifier(name) && name.text === constant);
  return unique(found.flatMap(({ initializer }) => (initializer === undefined ? [] : namesIn(initializer))));
}

/** Names of figures: those of the instruments that are made, and those given to a function called `gauge`. */
export function metricNames(sources: readonly SourceText[]): readonly string[] {
  const made = nodesOf(sources, ts.isNewExpression).filter(({ expression }) => ts.isIdentifier(expression) && /^(Counter|Gauge|Histogram)$/.test(expression.text));
  const options = made.flatMap(({ arguments: [first] = [] }) => (first !== undefined && ts.isObjectLiteralExpression(first) ? [...first.properties] : []));
  const named = options.filter(ts.isPropertyAssignment).filter(({ name }) => ts.isIdentifier(name) && name.text === 'name');
  const calls = nodesOf(sources, ts.isCallExpression).filter(({ expression }) => ts.isIdentifier(expression) && expression.text === 'gauge');
  const told = [...named.map(({ initializer }) => initializer), ...calls.flatMap(({ arguments: [first] }) => first ?? [])];
  return unique(told.flatMap(wordsOf));
}

function namesIn(node: ts.Expression): readonly string[] {
  if (ts.isAsExpression(node)) return namesIn(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordsOf);
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
  return [];
}

function wordsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  return ts.isConditionalExpression(node) ? [...wordsOf(node.whenTrue), ...wordsOf(node.whenFalse)] : [];
}

function nodesOf<Node extends ts.Node>(sources: readonly SourceText[], is: (node: ts.Node) => node is Node): Node[] {
  const found: Node[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const { path, text } of sources) visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}

function parentOf({ heritageClauses }: ts.ClassDeclaration): string {
  const clause = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const parent = clause?.types[0]?.expression;
  return parent !== undefined && ts.isIdentifier(parent) ? parent.text : '';
}

function isExported(node: ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function isAbstract(node: ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
