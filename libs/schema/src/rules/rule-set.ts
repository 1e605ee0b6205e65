/** The rules on one value taken together: what they presume, what they limit, what no schema can say of them. */
import type { ValidatorRule } from '../reader/property-facts.js';
import type { ValueLimits } from '../reader/property-tree.js';
import { combineLimits } from './combine-limits.js';
import type { Presumed, SchemaRule } from './validator-rules.js';
import { schemaRules } from './validator-rules.js';

type Refuse = (message: string) => void;

/** All rules of class-validator on one value, read. */
export interface RuleSet {
  readonly rules: readonly SchemaRule[];
  readonly presumed: Presumed | undefined;
  readonly runtimeOnly: readonly string[];
}

/** How a message names one value of a kind. */
export const oneOf: Readonly<Record<Presumed, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  object: 'an object',
};

/** A value without rules. */
export const noRules: RuleSet = { rules: [], presumed: undefined, runtimeOnly: [] };

/** Rules that our own decorators leave in class-validator's storage; the mark says the same. */
const ownRules = ['quantity', 'durationString', 'intOrString', 'mapEntries'];

/** Is there any rule at all? */
export function speaks({ rules, runtimeOnly }: RuleSet): boolean {
  return rules.length > 0 || runtimeOnly.length > 0;
}

/** Reads rules by the table; what contradicts itself is refused. */
export function readRules(rules: readonly ValidatorRule[], refuse: Refuse): RuleSet {
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
function presumption(rules: readonly SchemaRule[], refuse: Refuse): Presumed | undefined {
  const presumed = new Set(rules.flatMap((rule) => (rule.presumes === undefined ? [] : [rule.presumes])));
  if (presumed.has('integer')) presumed.delete('number');
  if (presumed.size > 1) refuse(`its rules contradict each other: one says ${[...presumed].join(', another says ')}`);
  return [...presumed][0];
}

/** Which words limit which values. */
const limitWords: Readonly<Record<'string' | 'number' | 'list' | 'object' | 'none', readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'not', 'anyOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format', 'enum', 'not'],
  list: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
  none: ['enum', 'not'],
};

/** The limits of all rules together, for a value of which the shape is known; others than fit it are refused. */
export function limitsOf(own: RuleSet, told: Presumed | 'other', refuse: Refuse): ValueLimits {
  const words = limitWords[told === 'integer' ? 'number' : told === 'boolean' || told === 'other' ? 'none' : told];
  let limits: ValueLimits = {};
  for (const rule of own.rules) {
    if (rule.limits === undefined || (rule.limitsFor !== undefined && rule.limitsFor !== told)) continue;
    const alien = Object.keys(rule.limits).filter((word) => !words.includes(word));
    if (alien.length > 0) refuse(`${alien.join(', ')} can't limit ${told === 'other' ? 'a value of this shape' : oneOf[told]}`);
    else limits = combineLimits(limits, rule.limits);
  }
  return limits;
}
