/**
 * Sets of fields in the form of `fieldsV1`: each key is a step, `{}` a field that is in the set,
 * and `"."` in a larger node says that the node itself is in it too.
 */

import type { FieldShape } from './field-shape.js';

/** A node of a field set. */
export interface FieldSet {
  readonly [step: string]: FieldSet;
}

/** A field that is in the set and has none below it. */
export const LEAF: FieldSet = {};
const SELF = '.';

/** A node from its own membership and its children; undefined when nothing is in it. */
export function fieldNode(isMember: boolean, children: Readonly<Record<string, FieldSet | undefined>>): FieldSet | undefined {
  const node: Record<string, FieldSet> = isMember ? { [SELF]: LEAF } : {};
  let count = 0;
  for (const step in children) {
    const child = children[step];
    if (child === undefined) continue;
    node[step] = child;
    count += 1;
  }
  if (count > 0) return node;
  return isMember ? LEAF : undefined;
}

/** Whether the node itself is in the set. */
export function isMember(node: FieldSet): boolean {
  return SELF in node || isLeaf(node);
}

function isLeaf(node: FieldSet): boolean {
  for (const _step in node) return false;
  return true;
}

/** The steps below a node. */
export function stepsOf(node: FieldSet): string[] {
  return Object.keys(node).filter((step) => step !== SELF);
}

/** What is in either. */
export function union(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const children: Record<string, FieldSet | undefined> = {};
  for (const step of [...stepsOf(a), ...stepsOf(b)]) children[step] = union(a[step], b[step]);
  return fieldNode(isMember(a) || isMember(b), children);
}

/** What is in the first only. */
export function difference(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a;
  const children: Record<string, FieldSet | undefined> = {};
  for (const step of stepsOf(a)) children[step] = difference(a[step], b[step]);
  return fieldNode(isMember(a) && !isMember(b), children);
}

/** What is in both. */
export function intersection(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return undefined;
  const children: Record<string, FieldSet | undefined> = {};
  for (const step of stepsOf(a)) children[step] = intersection(a[step], b[step]);
  return fieldNode(isMember(a) && isMember(b), children);
}

/** The set with all that holds its fields, as far as that is a field of its own and no key of a map. */
export function withHolders(set: FieldSet | undefined, shape: FieldShape): FieldSet | undefined {
  if (set === undefined) return undefined;
  const children: Record<string, FieldSet | undefined> = {};
  for (const step of stepsOf(set)) {
    const child = set[step] ?? LEAF;
    const isField = step.startsWith('f:') && shape.names(step.slice(2)) === 'field';
    const below = withHolders(child, step.startsWith('f:') ? shape.child(step.slice(2)) : shape.items);
    children[step] = isField ? union(below, LEAF) : below;
  }
  return fieldNode(isMember(set), children);
}

/** The fields as texts, like `.spec.list[name="a"]`; those that stand higher come first. */
export function fieldPaths(set: FieldSet, prefix = ''): string[] {
  const steps = stepsOf(set).sort();
  const own = steps.filter((step) => isMember(set[step] ?? LEAF)).map((step) => `${prefix}${stepText(step)}`);
  return [...own, ...steps.flatMap((step) => fieldPaths(set[step] ?? LEAF, `${prefix}${stepText(step)}`))];
}

/** A step as a part of such a text. */
export function stepText(step: string): string {
  const rest = step.slice(2);
  if (step.startsWith('f:')) return `.${rest}`;
  if (step.startsWith('v:')) return `[=${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
}
