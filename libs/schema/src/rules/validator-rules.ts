/**
 * The table from class-validator's rules to words of the schema. A rule that is not in it is still
 * checked when an order is validated, and the reader lists it as such.
 */
import type { JsonValue } from '../structure/json-schema.js';
import { goPattern, literalPattern } from './go-pattern.js';
import type { ValueLimits } from '../reader/property-tree.js';

/** What a rule presumes its value to be. */
export type Presumed = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object';

/** A rule in the schema's words. */
export interface SchemaRule {
  readonly presumes?: Presumed;
  readonly limits?: ValueLimits;
  /** Are the limits only for some kinds of value, and no mistake on the others? */
  readonly limitsFor?: Presumed;
  /** What the schema can't say of it. */
  readonly runtimeOnly?: string;
  /** A list without doubles. */
  readonly isSet?: true;
}

type RuleReading = (constraints: readonly unknown[]) => SchemaRule;

const number = (value: unknown): number => Number(value);
const text = (format: string): RuleReading => () => ({ presumes: 'string', limits: { format } });
const pattern = (value: string): RuleReading => () => ({ presumes: 'string', limits: { pattern: value } });

function presumedOf(values: readonly unknown[]): Presumed | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string';
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : undefined;
}

function oneOf(values: readonly unknown[]): SchemaRule {
  return { presumes: presumedOf(values), limits: { enum: values as readonly JsonValue[] } };
}

function noneOf(values: readonly unknown[]): SchemaRule {
  return { presumes: presumedOf(values), limits: { not: { enum: values as readonly JsonValue[] } } };
}

const possibleValues = (given: unknown): readonly unknown[] =>
  Array.isArray(given) ? given : typeof given === 'object' && given !== null ? Object.values(given) : [];

function matches([given, modifiers]: readonly unknown[]): SchemaRule {
  const expression = given instanceof RegExp ? given : new RegExp(String(given), typeof modifiers === 'string' ? modifiers : '');
  const go = goPattern(expression);
  return { presumes: 'string', ...(go === undefined ? { runtimeOnly: `matches(${expression})` } : { limits: { pattern: go } }) };
}

function uuid([version]: readonly unknown[]): SchemaRule {
  const known = ['3', '4', '5'].includes(String(version));
  return { presumes: 'string', limits: { format: known ? `uuid${String(version)}` : 'uuid' } };
}

function ip([version]: readonly unknown[]): SchemaRule {
  if (version === undefined) return { presumes: 'string', limits: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } };
  return { presumes: 'string', limits: { format: String(version) === '6' ? 'ipv6' : 'ipv4' } };
}

function isbn([version]: readonly unknown[]): SchemaRule {
  return { presumes: 'string', limits: { format: version === undefined ? 'isbn' : `isbn${String(version)}` } };
}

function decimalPlaces([options]: readonly unknown[]): SchemaRule {
  const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
  return { presumes: 'number', ...(places === undefined ? {} : { runtimeOnly: `isNumber(maxDecimalPlaces ${places})` }) };
}

function length([min, max]: readonly unknown[]): SchemaRule {
  const upper = max === undefined || max === null ? {} : { maxLength: number(max) };
  return { presumes: 'string', limits: { minLength: number(min ?? 0), ...upper } };
}

/** English letters only, as class-validator has it when no locale is given; others have no schema. */
function letters(name: string, range: string): RuleReading {
  return ([locale]) =>
    locale === undefined || locale === 'en-US'
      ? { presumes: 'string', limits: { pattern: `^[${range}]+$` } }
      : { presumes: 'string', runtimeOnly: `${name}(${String(locale)})` };
}

/** By the names under which class-validator keeps its rules. */
export const schemaRules: Readonly<Record<string, RuleReading>> = {
  isString: () => ({ presumes: 'string' }),
  isBoolean: () => ({ presumes: 'boolean' }),
  isInt: () => ({ presumes: 'integer' }),
  isNumber: decimalPlaces,
  isArray: () => ({ presumes: 'list' }),
  isObject: () => ({ presumes: 'object' }),
  isDefined: () => ({}),
  isNotEmpty: () => ({ limits: { minLength: 1 }, limitsFor: 'string' }),
  isNotEmptyObject: () => ({ presumes: 'object', limits: { minProperties: 1 } }),
  isIn: ([values]) => oneOf(possibleValues(values)),
  isNotIn: ([values]) => noneOf(possibleValues(values)),
  isEnum: ([, values]) => oneOf(possibleValues(values)),
  equals: ([value]) => oneOf([value]),
  notEquals: ([value]) => noneOf([value]),
  min: ([value]) => ({ presumes: 'number', limits: { minimum: number(value) } }),
  max: ([value]) => ({ presumes: 'number', limits: { maximum: number(value) } }),
  isPositive: () => ({ presumes: 'number', limits: { minimum: 0, exclusiveMinimum: true } }),
  isNegative: () => ({ presumes: 'number', limits: { maximum: 0, exclusiveMaximum: true } }),
  isDivisibleBy: ([value]) => ({ presumes: 'number', limits: { multipleOf: number(value) } }),
  isLength: length,
  minLength: ([value]) => ({ presumes: 'string', limits: { minLength: number(value) } }),
  maxLength: ([value]) => ({ presumes: 'string', limits: { maxLength: number(value) } }),
  matches,
  contains: ([seed]) => ({ presumes: 'string', limits: { pattern: literalPattern(String(seed)) } }),
  notContains: ([seed]) => ({ presumes: 'string', limits: { not: { pattern: literalPattern(String(seed)) } } }),
  isAlpha: letters('isAlpha', 'A-Za-z'),
  isAlphanumeric: letters('isAlphanumeric', '0-9A-Za-z'),
  isAscii: pattern('^[\\x00-\\x7F]+$'),
  isHexadecimal: pattern('^(0[xXhH])?[0-9A-Fa-f]+$'),
  isOctal: pattern('^(0[oO])?[0-7]+$'),
  isEmail: text('email'),
  isUrl: text('uri'),
  isFqdn: text('hostname'),
  isMacAddress: text('mac'),
  isUuid: uuid,
  isIp: ip,
  isIsbn: isbn,
  format: ([format]) => ({ limits: { format: String(format) } }),
  isMongoId: text('bsonobjectid'),
  isCreditCard: text('creditcard'),
  isHexColor: text('hexcolor'),
  isRFC3339: text('date-time'),
  isIso8601: text('date-time'),
  isDateString: text('date-time'),
  arrayMinSize: ([value]) => ({ presumes: 'list', limits: { minItems: number(value) } }),
  arrayMaxSize: ([value]) => ({ presumes: 'list', limits: { maxItems: number(value) } }),
  arrayNotEmpty: () => ({ presumes: 'list', limits: { minItems: 1 } }),
  arrayUnique: () => ({ presumes: 'list', isSet: true }),
};
