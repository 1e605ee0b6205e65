import type { ASTNode } from '@marcbachmann/cel-js';
import type { SchemaNode } from '../schema-node.js';
import { escapedName } from './escaped-name.js';

/** The part of a schema place that decides which fields its values have. */
export type FieldPlace = Pick<SchemaNode, 'properties' | 'additional' | 'items' | 'preserveUnknown' | 'embedded' | 'intOrString' | 'type'>;

/** What every object has beside its schema. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * The first field that an expression reads from `self` or `oldSelf` and that the schema does not have.
 * The evaluator knows values only and would take a misspelt field for one that happens to be absent.
 */
export function undefinedField(ast: ASTNode, self: FieldPlace, isObject: boolean): string | undefined {
  let found: string | undefined;

  const placeOf = (node: ASTNode): FieldPlace | undefined => {
    switch (node.op) {
      case 'id':
        return node.args === 'self' || node.args === 'oldSelf' ? self : undefined;
      case '.':
        return fieldOf(node.args[0], node.args[1]);
      case '[]':
        visit(node.args[1]);
        return elementOf(placeOf(node.args[0]));
      default:
        visitChildren(node.args);
        return undefined;
    }
  };

  const fieldOf = (base: ASTNode, name: string): FieldPlace | undefined => {
    const place = placeOf(base);
    if (place === undefined || place.type !== 'object' || place.preserveUnknown) return undefined;
    for (const [key, child] of place.properties) if (escapedName(key) === name) return child;
    if (place.additional !== undefined) return place.additional === true ? undefined : place.additional;
    const isOwn = (place === self && isObject) || place.embedded;
    if (!(isOwn && OBJECT_FIELDS.has(name))) found ??= name;
    return undefined;
  };

  const visit = (node: ASTNode): void => {
    placeOf(node);
  };

  const visitChildren = (args: unknown): void => {
    if (Array.isArray(args)) for (const arg of args) visitChildren(arg);
    else if (isNode(args)) visit(args);
  };

  visit(ast);
  return found;
}

function elementOf(place: FieldPlace | undefined): FieldPlace | undefined {
  if (place?.items !== undefined) return place.items;
  return place?.additional === true ? undefined : place?.additional;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}
