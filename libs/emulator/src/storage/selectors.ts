import type { KubeObject } from './kube-object.js';
import { isLabelValue, isQualifiedName } from './qualified-name.js';

/** Decides whether an object belongs to a list or watch. */
export type Selector = (object: KubeObject) => boolean;

/** A selector text that cannot be read. */
export class BadSelector extends Error {}

/** Both selectors, leaving out those that are absent. */
export function allOf(selectors: readonly (Selector | undefined)[]): Selector | undefined {
  const given = selectors.filter((selector) => selector !== undefined);
  if (given.length < 2) return given[0];
  return (object) => given.every((selector) => selector(object));
}

/**
 * Reads a `labelSelector` of a query: equality and set form.
 * @throws BadSelector
 */
export function labelSelector(text: string): Selector | undefined {
  const requirements = splitRequirements(text).map(readRequirement);
  if (requirements.length === 0) return undefined;
  return (object) => {
    const labels = object.metadata.labels ?? {};
    return requirements.every((requirement) => requirement(labels));
  };
}

type LabelTest = (labels: Record<string, string>) => boolean;

/** The `matchLabels`/`matchExpressions` form that stands inside objects. */
export function labelTest(selector: {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}): LabelTest {
  const wanted = Object.entries(selector.matchLabels ?? {});
  const expressions = selector.matchExpressions ?? [];
  return (labels) =>
    wanted.every(([key, value]) => labels[key] === value) &&
    expressions.every(({ key, operator, values = [] }) => expressionHolds(labels[key], operator, values));
}

function expressionHolds(value: string | undefined, operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return false;
  }
}

/** Splits at commas that are not inside the parentheses of a set. Between them something has to stand. */
function splitRequirements(text: string): string[] {
  return text.trim() === '' ? [] : text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

const IN_SET = /^([^\s!=<>(),]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const COMPARISON = /^([^\s!=<>(),]+)\s*(==|=|!=|<|>)\s*([^\s!=<>(),]*)$/;
const PRESENCE = /^(!?)\s*([^\s!=<>(),]+)$/;

function readRequirement(text: string): LabelTest {
  const set = IN_SET.exec(text);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => checkedValue(value.trim()));
    return testOf(key, (value) => expressionHolds(value, operator === 'in' ? 'In' : 'NotIn', values));
  }
  const [, compared, operator = '', operand = ''] = COMPARISON.exec(text) ?? [];
  if (compared !== undefined) return testOf(compared, comparison(operator, checkedValue(operand)));
  const [, absent, key] = PRESENCE.exec(text) ?? [];
  if (key !== undefined) return testOf(key, (value) => (value === undefined) === (absent === '!'));
  throw new BadSelector(`unable to parse requirement: ${text}`);
}

function testOf(key: string, holds: (value: string | undefined) => boolean): LabelTest {
  if (!isQualifiedName(key)) throw new BadSelector(`unable to parse requirement: key: Invalid value: ${JSON.stringify(key)}`);
  return (labels) => holds(Object.hasOwn(labels, key) ? labels[key] : undefined);
}

function checkedValue(value: string): string {
  if (!isLabelValue(value)) throw new BadSelector(`unable to parse requirement: values: Invalid value: ${JSON.stringify(value)}`);
  return value;
}

function comparison(operator: string, operand: string): (value: string | undefined) => boolean {
  if (operator === '!=') return (value) => value !== operand;
  if (operator !== '<' && operator !== '>') return (value) => value === operand;
  if (!/^[+-]?\d+$/.test(operand)) throw new BadSelector(`unable to parse requirement: values[0]: Invalid value: ${JSON.stringify(operand)}: for 'Gt', 'Lt' operators, the value must be an integer`);
  return (value) => value !== undefined && /^[+-]?\d+$/.test(value) && (operator === '<' ? Number(value) < Number(operand) : Number(value) > Number(operand));
}

/**
 * Reads a `fieldSelector`. `valueOf` knows the fields of the resource and answers undefined for others.
 * @throws BadSelector for a field that the resource does not offer
 */
export function fieldSelector(text: string, valueOf: (field: string) => ((object: KubeObject) => string) | undefined): Selector | undefined {
  const tests = text
    .split(',')
    // A term that says nothing of nothing is one that holds.
    .filter((part) => part !== '' && part !== '=')
    .map((part): Selector => {
      const match = /^([^=!]*)(==|=|!=)(.*)$/.exec(part);
      if (match === null) throw new BadSelector(`invalid selector: '${part}'; can't understand '${part}'`);
      const [, field = '', operator, value = ''] = match;
      const read = valueOf(field);
      if (read === undefined) throw new BadSelector(`field label not supported: ${field}`);
      return operator === '!=' ? (object) => read(object) !== value : (object) => read(object) === value;
    });
  return allOf(tests);
}
