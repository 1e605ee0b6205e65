/**
 * Reads a decorated class into a property tree. Whoever needs a schema or an instance calls it; it
 * never makes objects of the class and never guesses: what decorators and compiler leave open is a
 * mistake. Mistakes are collected, so that one reading names them all. Classes are told apart by their
 * constructor, since two of them may bear one name.
 */
import type { ClassOf } from '../api-class/class-of.js';
import type { CelRule, ClassMark, PrinterColumnSettings, PropertyMark, ShapeMark } from '../decorators/marks.js';
import { classMarks } from '../decorators/marks.js';
import { defaultMistake, immutableMistake, initialValueMistakes, nameMistake } from '../mistakes/property-mistakes.js';
import type { ObjectShape, Presence, PropertyNode } from './property-tree.js';
import type { PropertyFacts } from './property-facts.js';
import { propertiesOf } from './property-facts.js';
import type { SchemaMistake } from '../mistakes/schema-mistakes.js';
import { SchemaMistakes } from '../mistakes/schema-mistakes.js';
import { readValue } from './value-reader.js';

/** Where the reader stands: the classes above, with the property that led down. */
interface Trail {
  readonly steps: readonly { readonly ctor: ClassOf; readonly property: string }[];
}

/** One reading, with the mistakes found so far. */
export class Reading {
  readonly mistakes: SchemaMistake[] = [];

  /** Notes a mistake at `Class.property` or at the class. */
  refuse(ctor: ClassOf, property: string | undefined, message: string): void {
    const where = property === undefined ? ctor.name : `${ctor.name}.${property}`;
    if (!this.mistakes.some((known) => known.where === where && known.message === message)) this.mistakes.push({ where, message });
  }

  /** The tree of a class; recursion ends in an empty object and a mistake. */
  object(ctor: ClassOf, trail: Trail = { steps: [] }): ObjectShape {
    const marks = classMarks(ctor);
    const bare = { kind: 'object' as const, ctor, description: descriptionOf(marks), rules: rulesOf(marks), columns: columnsOf(marks) };
    if (trail.steps.some((step) => step.ctor === ctor)) {
      this.refuseRecursion(ctor, trail);
      return { ...bare, properties: [] };
    }
    const facts = propertiesOf(ctor);
    if (facts.length === 0 && trail.steps.length > 0) {
      this.refuse(ctor, undefined, 'has no decorated property; decorate them, or use @FreeForm() where the object is referred to');
    }
    const properties = facts.map((property) => this.property(ctor, property, trail));
    for (const { property, message } of initialValueMistakes(ctor, properties)) this.refuse(ctor, property, message);
    return { ...bare, properties };
  }

  private refuseRecursion(ctor: ClassOf, { steps }: Trail): void {
    const path = [...steps.map((step) => `${step.ctor.name}.${step.property}`), ctor.name].join(' → ');
    const last = steps.at(-1);
    this.refuse(last?.ctor ?? ctor, last?.property, `leads back to its own class (${path}); a schema can't be recursive, use @FreeForm()`);
  }

  private property(ctor: ClassOf, facts: PropertyFacts, trail: Trail): PropertyNode {
    const refuse = (message: string): void => this.refuse(ctor, facts.name, message);
    const below: Trail = { steps: [...trail.steps, { ctor, property: facts.name }] };
    const { value, runtimeOnly } = readValue(facts, { refuse, object: (type) => this.object(type, below) });
    const node: PropertyNode = {
      name: facts.name,
      value,
      presence: presenceOf(facts),
      isImmutable: facts.marks.some((mark) => mark.kind === 'immutable'),
      description: descriptionOf(facts.marks),
      rules: [...rulesOf(facts.marks), ...durationRules(facts)],
      columns: columnsOf(facts.marks),
      runtimeOnly,
    };
    for (const mistake of [nameMistake(node), immutableMistake(node), defaultMistake(ctor, node)]) {
      if (mistake !== undefined) refuse(mistake);
    }
    return node;
  }
}

type Mark = PropertyMark | ClassMark;

function descriptionOf(marks: readonly Mark[]): string | undefined {
  return marks.flatMap((mark) => (mark.kind === 'description' ? [mark.text] : [])).at(-1);
}

function rulesOf(marks: readonly Mark[]): readonly CelRule[] {
  return marks.flatMap((mark) => (mark.kind === 'rule' ? [mark.rule] : []));
}

function columnsOf(marks: readonly Mark[]): readonly PrinterColumnSettings[] {
  return marks.flatMap((mark) => (mark.kind === 'column' ? [mark.column] : []));
}

function durationRules({ marks }: PropertyFacts): readonly CelRule[] {
  const shape = marks.flatMap((mark): ShapeMark[] => (mark.kind === 'shape' ? [mark.shape] : []))[0];
  if (shape?.kind !== 'duration') return [];
  const limit = (operator: string, value: string | undefined, words: string): CelRule[] =>
    value === undefined ? [] : [{ rule: `duration(self) ${operator} duration('${value}')`, message: `must be ${words} ${value}` }];
  return [...limit('>=', shape.min, 'at least'), ...limit('<=', shape.max, 'at most')];
}

function presenceOf(facts: PropertyFacts): Presence {
  const defaults = facts.marks.flatMap((mark) => (mark.kind === 'default' ? [mark.value] : []));
  const [value] = defaults;
  if (value !== undefined) return { kind: 'defaulted', value };
  return facts.isOptional ? { kind: 'optional' } : { kind: 'required' };
}

/** A class is read once: it can't change, and every order of the API asks for its tree. */
const read = new WeakMap<ClassOf, ObjectShape>();

/** The tree of a class. Throws SchemaMistakes. */
export function readClass(ctor: ClassOf): ObjectShape {
  const known = read.get(ctor);
  if (known !== undefined) return known;
  const reading = new Reading();
  const shape = reading.object(ctor);
  if (reading.mistakes.length > 0) throw new SchemaMistakes(reading.mistakes);
  read.set(ctor, shape);
  return shape;
}
