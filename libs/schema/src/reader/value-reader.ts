/** Decides what one property holds: its shape and its limits, from marks, rules and, last, the written type. */
import type { ClassOf } from '../api-class/class-of.js';
import type { ElementType, ShapeMark } from '../decorators/marks.js';
import { durationMaxLength, durationPattern } from '../values/duration-string.js';
import { quantityPattern } from '../values/quantity.js';
import { combineLimits } from '../rules/combine-limits.js';
import { limitsOf, noRules, oneOf, readRules, speaks } from '../rules/rule-set.js';
import type { RuleSet } from '../rules/rule-set.js';
import type { PropertyFacts, WrittenType } from './property-facts.js';
import type { JsonObject } from '../structure/json-schema.js';
import type { ListMerge, ObjectShape, Shape, ValueLimits, ValueNode } from './property-tree.js';
import { costMistake } from '../mistakes/rule-cost.js';
import { keyMistake, transitionIn } from '../mistakes/property-mistakes.js';

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

const nowhere: ValueNode = { shape: { kind: 'freeForm' }, limits: {} };

/** The value of a property. What is ambiguous or contradicts itself is refused, and reading goes on. */
export function readValue(facts: PropertyFacts, reading: ValueReading): ReadValue {
  refuseUnreadable(facts, reading);
  const own = readRules(facts.rules.filter((rule) => !rule.each), reading.refuse);
  const each = readRules(facts.rules.filter((rule) => rule.each), reading.refuse);
  const runtimeOnly = [...own.runtimeOnly, ...each.runtimeOnly.map((name) => `each: ${name}`)];
  const value = readShape(facts, own, each, reading);
  return { value, runtimeOnly: isUnsaidSet(own, value) ? [...runtimeOnly, 'arrayUnique'] : runtimeOnly };
}

/** A schema can say "no doubles" of plain values only; of objects it says it by their keys. */
function isUnsaidSet(own: RuleSet, { shape }: ValueNode): boolean {
  return own.rules.some((rule) => rule.isSet === true) && shape.kind === 'list' && shape.merge.type !== 'set';
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

function readShape(facts: PropertyFacts, own: RuleSet, each: RuleSet, reading: ValueReading): ValueNode {
  const [shape, second] = shapesOf(facts);
  if (second !== undefined) reading.refuse(`has two shapes, ${shape?.kind} and ${second.kind}; keep one`);
  if (shape !== undefined) return readMarked(shape, facts, own, each, reading);
  if (speaks(each)) {
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
  return { shape: { kind: told }, limits: limitsOf(own, told, reading.refuse) };
}

function openMessage(told: 'list' | 'object' | undefined, written: WrittenType | undefined, what: string): string {
  if (told === 'list' || written === 'list') return 'is a list of nobody knows what; say @ItemsOf(() => String) or @ItemsOf(() => X)';
  if (told === 'object') return 'is an object of nobody knows what; say @Nested(() => X), @MapOf(() => String) or @FreeForm()';
  if (written === 'class') return 'is of a class; say @Nested(() => X)';
  return `nothing says what ${what} may be: add a rule such as @IsString(), or @Nested, @ItemsOf, @MapOf, @FreeForm`;
}

function refuseContradiction(told: Scalar, written: WrittenType | undefined, { refuse }: ValueReading): void {
  const type = told === 'integer' ? 'number' : told;
  if (written === 'list') refuse(`is a list in TypeScript, while its rules speak of ${oneOf[told]}; write { each: true }, or @ItemsOf`);
  else if ((written === 'string' || written === 'number' || written === 'boolean') && written !== type) {
    refuse(`is a ${written} in TypeScript, while its rules speak of ${oneOf[told]}`);
  }
}

function readMarked(mark: ShapeMark, facts: PropertyFacts, own: RuleSet, each: RuleSet, reading: ValueReading): ValueNode {
  if (mark.kind !== 'items' && speaks(each)) {
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
      const values = elementNode(mark.type(), noRules, reading);
      const node = objectNode({ kind: 'map', values }, own, reading);
      refuseCostly(values, maxEntries, '{ maxEntries } in @MapOf', reading);
      return { ...node, limits: combineLimits(node.limits, entries) };
    }
    case 'items':
      return listNode(elementNode(mark.type(), each, reading), mergeOf(mark.keys), own, facts, reading);
    case 'verbatim':
      if (speaks(own)) reading.refuse('its schema stands in @Verbatim, and no rule can change that; write the rule there');
      if (!saysType(mark.schema)) reading.refuse('the schema in @Verbatim says no type, and no server takes it');
      return { shape: mark, limits: {} };
    case 'quantity':
      return { shape: { kind: 'quantity' }, limits: { ...limitsOf(own, 'other', reading.refuse), pattern: quantityPattern } };
    case 'intOrString':
      return { shape: { kind: 'intOrString' }, limits: limitsOf(own, 'other', reading.refuse) };
    case 'duration':
      return { shape: { kind: 'string' }, limits: combineLimits({ pattern: durationPattern, maxLength: durationMaxLength }, limitsOf(own, 'string', reading.refuse)) };
  }
}

/** What a structural schema must say of every value. */
function saysType(schema: JsonObject): boolean {
  return ['type', 'x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'].some((word) => schema[word] !== undefined);
}

function objectNode(shape: Shape, own: RuleSet, reading: ValueReading): ValueNode {
  if (own.presumed !== undefined && own.presumed !== 'object') reading.refuse(`is an object, while its rules speak of ${oneOf[own.presumed]}`);
  return { shape, limits: limitsOf(own, 'object', reading.refuse) };
}

function isScalarType(type: ElementType): type is Exclude<ElementType, ClassOf> {
  return type === String || type === Number || type === Boolean;
}

function elementNode(type: ElementType, each: RuleSet, reading: ValueReading): ValueNode {
  if (!isScalarType(type)) {
    if (speaks(each)) reading.refuse('its items are objects; rules for them stand on their own class');
    return { shape: reading.object(type), limits: {} };
  }
  const scalar = type === String ? 'string' : type === Number ? 'number' : 'boolean';
  const told = scalar === 'number' && each.presumed === 'integer' ? 'integer' : scalar;
  if (each.presumed !== undefined && each.presumed !== told) reading.refuse(`its items are ${scalar}s, while their rules speak of ${oneOf[each.presumed]}`);
  return { shape: { kind: told }, limits: limitsOf(each, told, reading.refuse) };
}

function mergeOf(keys: readonly string[] | undefined): ListMerge {
  return keys === undefined ? { type: 'atomic' } : { type: 'map', keys };
}

function listNode(items: ValueNode, merge: ListMerge, own: RuleSet, facts: PropertyFacts, reading: ValueReading): ValueNode {
  if (own.presumed !== undefined && own.presumed !== 'list') reading.refuse(`is a list, while its rules speak of ${oneOf[own.presumed]}`);
  if (['string', 'number', 'boolean'].includes(facts.writtenType)) reading.refuse(`is a ${facts.writtenType} in TypeScript, while its decorators say a list`);
  const isSet = own.rules.some((rule) => rule.isSet === true) && merge.type === 'atomic' && items.shape.kind !== 'object';
  const decided: ListMerge = isSet ? { type: 'set' } : merge;
  const mistake = decided.type === 'map' ? keyMistake(items, decided.keys) : transitionMistake(items);
  if (mistake !== undefined) reading.refuse(mistake);
  const limits = limitsOf(own, 'list', reading.refuse);
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
