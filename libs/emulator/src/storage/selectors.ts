import type { KubeObject } from './kube-object.js';

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

/** Splits at commas that are not inside the parentheses of a set. */
function splitRequirements(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const KEY = '[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?';
const IN_SET = new RegExp(`^(${KEY})\\s+(in|notin)\\s*\\(([^)]*)\\)$`);
const EQUALITY = new RegExp(`^(${KEY})\\s*(==|=|!=)\\s*([-A-Za-z0-9_.]*)$`);
const PRESENCE = new RegExp(`^(!?)\\s*(${KEY})$`);

function readRequirement(text: string): LabelTest {
  const set = IN_SET.exec(text);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (labels) => expressionHolds(labels[key], operator === 'in' ? 'In' : 'NotIn', values);
  }
  const equality = EQUALITY.exec(text);
  if (equality !== null) {
    const [, key = '', operator, value = ''] = equality;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const presence = PRESENCE.exec(text);
  if (presence !== null) {
    const [, absent, key = ''] = presence;
    return absent === '!' ? (labels) => labels[key] === undefined : (labels) => labels[key] !== undefined;
  }
  throw new BadSelector(`unable to parse requirement: ${text}`);
}

/**
 * Reads a `fieldSelector`. `valueOf` knows the fields of the resource and answers undefined for others.
 * @throws BadSelector for a field that the resource does not offer
 */
export function fieldSelector(text: string, valueOf: (field: string) => ((object: KubeObject) => string) | undefined): Selector | undefined {
  const tests = text
    .split(',')
    .filter((part) => part !== '')
    .map((part): Selector => {
      const match = /^([^=!]+)(==|=|!=)(.*)$/.exec(part);
      if (match === null) throw new BadSelector(`invalid selector: '${part}'; can't understand '${part}'`);
      const [, field = '', operator, value = ''] = match;
      const read = valueOf(field);
      if (read === undefined) throw new BadSelector(`field label not supported: ${field}`);
      return operator === '!=' ? (object) => read(object) !== value : (object) => read(object) === value;
    });
  return allOf(tests);
}
