/** Decides what one property holds: its shape and its limits, from marks, rules and, last, the written type. */
import type { ClassOf } from '../api-class/class-of.js';
import type { ElementType, ShapeMark } from '../decorators/marks.js';
import { durationMaxLength, durationPattern } from '../decorators/duration-string.js';
import { quantityPattern } from '../decorators/quantity.js';
import { combineLimits } from './combine-limits.js';
import type { PropertyFacts, ValidatorRule, WrittenType } from './property-facts.js';
import type { ListMerge, ObjectShape, Shape, ValueLimits, ValueNode } from './property-tree.js';
import { costMistake } from './rule-cost.js';
import { keyMistake, transitionIn } from './property-mistakes.js';
import type { Presumed, SchemaRule } from './validator-rules.js';
import { schemaRules } from './validator-rules.js';

/** What reading a value needs from the reading around it. */
export interface ValueReading {
  readonly refuse: (message: string) => void;
  readonly object: (ctor: ClassOf) => ObjectShape;
}

/** A value, and the rules that no schema can say. */
export interface ReadValue {
  readonly value: ValueNode;
  readonly runtimeOnly: readonly string[];
}

type Scalar = 'string' | 'integer' | 'number' | 'boolean';

interface RuleSet {
  readonly rules: readonly SchemaRule[];
  readonly presumed: Presumed | undefined;
  readonly runtimeOnly: readonly string[];
}

/** Rules that our own decorators leave in class-validator's storage; the mark says the same. */
const ownRules = ['quantity', 'durationString', 'intOrString', 'mapEntries'];

const nowhere: ValueNode = { shape: { kind: 'freeForm' }, limits: {} };

/** The value of a property. What is ambiguous or contradicts itself is refused, and reading goes on. */
export function readValue(facts: PropertyFacts, reading: ValueReading): ReadValue {
  refuseUnreadable(facts, reading);
  const own = readRules(facts.rules.filter((rule) => !rule.each), reading);
  const each = readRules(facts.rules.filter((rule) => rule.each), reading);
  const runtimeOnly = [...own.runtimeOnly, ...each.runtimeOnly.map((name) => `each: ${name}`)];
  const value = readShape(facts, own, each, reading);
  return { value, runtimeOnly };
}

function refuseUnreadable(facts: PropertyFacts, { refuse }: ValueReading): void {
  if (facts.isConditional) refuse('@ValidateIf makes rules hold now and then, which no schema can say; write a @Rule on the class');
  const nested = shapesOf(facts).some((shape) => shape.kind === 'nested');
  if (facts.isValidateNested && !nested) refuse('@ValidateNested does not tell the class; use @Nested(() => X), or @ItemsOf(() => X) for a list');
  for (const rule of facts.rules) {
    if (rule.isAsync) refuse(`the rule ${rule.name} answers later (async); an order is validated at once, so it would never be asked`);
    if (rule.isConditional) refuse(`the rule ${rule.name} has validateIf, so it holds now and then, which no schema can say; write a @Rule on the class`);
  }
}

function shapesOf(facts: PropertyFacts): readonly ShapeMark[] {
  return facts.marks.flatMap((mark) => (mark.kind === 'shape' ? [mark.shape] : []));
}

function readRules(rules: readonly ValidatorRule[], { refuse }: ValueReading): RuleSet {
  const known: SchemaRule[] = [];
  const runtimeOnly: string[] = [];
  for (const rule of rules) {
    if (ownRules.includes(rule.name)) continue;
    if (rule.name === 'isDate') refuse('JSON has no dates; write @IsRFC3339() and the type string');
    const read = Object.hasOwn(schemaRules, rule.name) ? schemaRules[rule.name]?.(rule.constraints) : undefined;
    if (read !== undefined) known.push(read);
    if (read === undefined) runtimeOnly.push(rule.name);
    else if (read.runtimeOnly !== undefined) runtimeOnly.push(read.runtimeOnly);
  }
  return { rules: known, presumed: presumption(known, refuse), runtimeOnly };
}

/** What all rules together presume; a whole number is a number. */
function presumption(rules: readonly SchemaRule[], refuse: ValueReading['refuse']): Presumed | undefined {
  const presumed = new Set(rules.flatMap((rule) => (rule.presumes === undefined ? [] : [rule.presumes])));
  if (presumed.has('integer')) presumed.delete('number');
  if (presumed.size > 1) refuse(`its rules contradict each other: one says ${[...presumed].join(', another says ')}`);
  return [...presumed][0];
}

function readShape(facts: PropertyFacts, own: RuleSet, each: RuleSet, reading: ValueReading): ValueNode {
  const [shape, second] = shapesOf(facts);
  if (second !== undefined) reading.refuse(`has two shapes, ${shape?.kind} and ${second.kind}; keep one`);
  if (shape !== undefined) return readMarked(shape, facts, own, each, reading);
  if (each.rules.length > 0 || each.runtimeOnly.length > 0) {
    const items = scalarNode(each, undefined, reading, 'its items');
    return listNode(items, { type: 'atomic' }, own, facts, reading);
  }
  return scalarNode(own, facts.writtenType, reading, 'it');
}

/** A value that only rules (and the written type) describe. */
function scalarNode(own: RuleSet, written: WrittenType | undefined, reading: ValueReading, what: string): ValueNode {
  const told = own.presumed ?? (written === 'string' || written === 'number' || written === 'boolean' ? written : undefined);
  if (told === undefined || told === 'list' || told === 'object') {
    reading.refuse(openMessage(told, written, what));
    return nowhere;
  }
  refuseContradiction(told, written, reading);
  return { shape: { kind: told }, limits: limitsOf(own, told, reading) };
}

function openMessage(told: 'list' | 'object' | undefined, written: WrittenType | undefined, what: string): string {
  if (told === 'list' || written === 'list') return 'is a list of nobody knows what; say @ItemsOf(() => String) or @ItemsOf(() => X)';
  if (told === 'object') return 'is an object of nobody knows what; say @Nested(() => X), @MapOf(() => String) or @FreeForm()';
  if (written === 'class') return 'is of a class; say @Nested(() => X)';
  return `nothing says what ${what} may be: add a rule such as @IsString(), or @Nested, @ItemsOf, @MapOf, @FreeForm`;
}

function refuseContradiction(told: Scalar, written: WrittenType | undefined, { refuse }: ValueReading): void {
  const type = told === 'integer' ? 'number' : told;
  if (written === 'list') refuse(`is a list in TypeScript, while its rules speak of a ${told}; write { each: true }, or @ItemsOf`);
  else if ((written === 'string' || written === 'number' || written === 'boolean') && written !== type) {
    refuse(`is a ${written} in TypeScript, while its rules speak of a ${told}`);
  }
}

/** Which words limit which values. */
const limitWords: Readonly<Record<'string' | 'number' | 'list' | 'object' | 'none', readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'not', 'anyOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'enum', 'not'],
  list: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
  none: ['enum', 'not'],
};

function limitsOf(own: RuleSet, told: Presumed | 'other', { refuse }: ValueReading): ValueLimits {
  const words = limitWords[told === 'integer' ? 'number' : told === 'boolean' || told === 'other' ? 'none' : told];
  let limits: ValueLimits = {};
  for (const rule of own.rules) {
    if (rule.limits === undefined || (rule.limitsFor !== undefined && rule.limitsFor !== told)) continue;
    const alien = Object.keys(rule.limits).filter((word) => !words.includes(word));
    if (alien.length > 0) refuse(`${alien.join(', ')} can't limit ${told === 'other' ? 'a value of this shape' : `a ${told}`}`);
    else limits = combineLimits(limits, rule.limits);
  }
  return limits;
}

function readMarked(mark: ShapeMark, facts: PropertyFacts, own: RuleSet, each: RuleSet, reading: ValueReading): ValueNode {
  if (mark.kind !== 'items' && (each.rules.length > 0 || each.runtimeOnly.length > 0)) {
    reading.refuse('{ each: true } speaks of the items of a list, and this is none');
  }
  switch (mark.kind) {
    case 'nested':
      return objectNode(reading.object(mark.type()), own, reading);
    case 'freeForm':
      return objectNode({ kind: 'freeForm' }, own, reading);
    case 'map': {
      const { minEntries, maxEntries } = mark;
      const entries: ValueLimits = {
        ...(minEntries === undefined ? {} : { minProperties: minEntries }),
        ...(maxEntries === undefined ? {} : { maxProperties: maxEntries }),
      };
      const values = elementNode(mark.type(), { rules: [], presumed: undefined, runtimeOnly: [] }, reading);
      const node = objectNode({ kind: 'map', values }, own, reading);
      refuseCostly(values, maxEntries, '{ maxEntries } in @MapOf', reading);
      return { ...node, limits: combineLimits(node.limits, entries) };
    }
    case 'items':
      return listNode(elementNode(mark.type(), each, reading), mergeOf(mark.keys), own, facts, reading);
    case 'quantity':
      return { shape: { kind: 'quantity' }, limits: { ...limitsOf(own, 'other', reading), pattern: quantityPattern } };
    case 'intOrString':
      return { shape: { kind: 'intOrString' }, limits: limitsOf(own, 'other', reading) };
    case 'duration':
      return { shape: { kind: 'string' }, limits: combineLimits({ pattern: durationPattern, maxLength: durationMaxLength }, limitsOf(own, 'string', reading)) };
  }
}

function objectNode(shape: Shape, own: RuleSet, reading: ValueReading): ValueNode {
  if (own.presumed !== undefined && own.presumed !== 'object') reading.refuse(`is an object, while its rules speak of a ${own.presumed}`);
  return { shape, limits: limitsOf(own, 'object', reading) };
}

const scalarTypes = new Map<ElementType, Scalar>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

function elementNode(type: ElementType, each: RuleSet, reading: ValueReading): ValueNode {
  const scalar = scalarTypes.get(type);
  if (scalar === undefined) {
    if (each.rules.length > 0) reading.refuse('its items are objects; rules for them stand on their own class');
    return { shape: reading.object(type as ClassOf), limits: {} };
  }
  const told = scalar === 'number' && each.presumed === 'integer' ? 'integer' : scalar;
  if (each.presumed !== undefined && each.presumed !== told && !(told === 'integer' && each.presumed === 'number')) {
    reading.refuse(`its items are ${scalar}s, while their rules speak of a ${each.presumed}`);
  }
  return { shape: { kind: told }, limits: limitsOf(each, told, reading) };
}

function mergeOf(keys: readonly string[] | undefined): ListMerge {
  return keys === undefined ? { type: 'atomic' } : { type: 'map', keys };
}

function listNode(items: ValueNode, merge: ListMerge, own: RuleSet, facts: PropertyFacts, reading: ValueReading): ValueNode {
  if (own.presumed !== undefined && own.presumed !== 'list') reading.refuse(`is a list, while its rules speak of a ${own.presumed}`);
  if (['string', 'number', 'boolean'].includes(facts.writtenType)) reading.refuse(`is a ${facts.writtenType} in TypeScript, while its decorators say a list`);
  const isSet = own.rules.some((rule) => rule.isSet === true) && merge.type === 'atomic' && items.shape.kind !== 'object';
  const decided: ListMerge = isSet ? { type: 'set' } : merge;
  const mistake = decided.type === 'map' ? keyMistake(items, decided.keys) : transitionMistake(items);
  if (mistake !== undefined) reading.refuse(mistake);
  const limits = limitsOf(own, 'list', reading);
  refuseCostly(items, limits.maxItems, '@ArrayMaxSize', reading);
  return { shape: { kind: 'list', items, merge: decided }, limits };
}

function refuseCostly(elements: ValueNode, most: number | undefined, remedy: string, { refuse }: ValueReading): void {
  const mistake = costMistake(elements, most, remedy);
  if (mistake !== undefined) refuse(mistake);
}

function transitionMistake(items: ValueNode): string | undefined {
  const place = transitionIn(items);
  if (place === undefined) return undefined;
  return `its items can't be told apart from one version to the next, so the rule about the old value on ${place} can't hold; give the list keys, or make all of it immutable`;
}
