/**
 * The server estimates what a CEL rule costs at worst, times how often it may be asked, and refuses a
 * schema whose rules could cost too much. A rule inside a list or map without an upper bound is such a
 * case, and so is the comparison of a text of any length there (both seen on kcp 0.32.3).
 */
import type { PropertyNode, ValueNode } from '../reader/property-tree.js';

/** Why the rules inside the elements of a list or map would be refused; `most` is how many there may be. */
export function costMistake(elements: ValueNode, most: number | undefined, remedy: string): string | undefined {
  const rule = find(elements, ({ isImmutable, rules }) => isImmutable || rules.length > 0, (rules) => rules > 0);
  if (rule === undefined) return undefined;
  if (most === undefined) return `${rule} has a rule, and there may be any number of them, which the server finds too costly; bound it with ${remedy}`;
  const text = find(elements, ({ isImmutable, value }) => isImmutable && isUnboundedText(value), () => false);
  return text === undefined ? undefined : `${text} is immutable and a text of any length, which the server finds too costly to compare in many places; add @MaxLength`;
}

function isUnboundedText({ shape, limits }: ValueNode): boolean {
  return shape.kind === 'string' && limits.maxLength === undefined && limits.enum === undefined;
}

/** The first property (or class, by the number of its rules) below a value that answers the description. */
function find(value: ValueNode, isIt: (property: PropertyNode) => boolean, isClassIt: (rules: number) => boolean): string | undefined {
  switch (value.shape.kind) {
    case 'object': {
      const { ctor, rules, properties } = value.shape;
      if (isClassIt(rules.length)) return ctor.name;
      const own = properties.find(isIt);
      if (own !== undefined) return `${ctor.name}.${own.name}`;
      return properties.map((property) => find(property.value, isIt, isClassIt)).find((found) => found !== undefined);
    }
    case 'list':
      return find(value.shape.items, isIt, isClassIt);
    case 'map':
      return find(value.shape.values, isIt, isClassIt);
    default:
      return undefined;
  }
}
