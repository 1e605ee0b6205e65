import type { CrdSchema } from './crd-schema.js';
import { SchemaWords } from './crd-schema.js';
import type { Decorator } from './decorator.js';
import { ours, rule } from './decorator.js';
import { safePattern } from './safe-pattern.js';
import { literal } from './source-text.js';

/** What a text, a number or a yes-or-no is in TypeScript. */
export interface Scalar {
  readonly type: string;
  /** For `@ItemsOf` and `@MapOf`. */
  readonly elementType: 'String' | 'Number' | 'Boolean';
  /** The rule that says the type; none where another rule says it too. */
  readonly typeRules: readonly Decorator[];
  readonly rules: readonly Decorator[];
}

/** `undefined` for everything that is none, and for one whose limits no rule means exactly. */
export function readScalar(words: SchemaWords): Scalar | undefined {
  switch (words.take('type')) {
    case 'string':
      return readText(words);
    case 'integer':
      return readInteger(words);
    case 'number':
      return readNumber(words);
    case 'boolean':
      return readChoice(words, 'boolean', 'Boolean', rule('IsBoolean'), isBoolean, []);
    default:
      return undefined;
  }
}

/** Is it a plain value whose every word has a rule? */
export function isPlainValue({ default: _initial, description: _description, 'x-kubernetes-validations': _rules, ...schema }: CrdSchema): boolean {
  const words = new SchemaWords(schema);
  return readScalar(words) !== undefined && words.left.length === 0;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);
/** Whole numbers alone would make it one of whole numbers. */
const areNumbers = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'number') && !values.every(isWhole);

function readText(words: SchemaWords): Scalar | undefined {
  const pattern = words.take('pattern');
  const expression = typeof pattern === 'string' ? safePattern(pattern) : undefined;
  if (pattern !== undefined && expression === undefined) return undefined;
  const rules: readonly Decorator[] = [
    ...limits(words, { minLength: 'MinLength', maxLength: 'MaxLength' }),
    ...(expression === undefined ? [] : [{ ...rule('Matches'), args: [String(expression)] }]),
    ...format(words),
  ];
  return readChoice(words, 'string', 'String', rule('IsString'), isText, rules);
}

function readInteger(words: SchemaWords): Scalar | undefined {
  const isLong = words.see('format') === 'int64';
  if (isLong) words.take('format');
  const formats = isLong ? [] : words.see('format') === undefined ? [ours('Format', literal('none'))] : format(words);
  const bounds = readBounds(words);
  const factor = words.see('multipleOf');
  if (bounds === undefined || (factor !== undefined && !isWhole(factor))) return undefined;
  const rules = [...bounds, ...limits(words, { multipleOf: 'IsDivisibleBy' }), ...formats];
  return readChoice(words, 'number', 'Number', rule('IsInt'), isWhole, rules);
}

function readNumber(words: SchemaWords): Scalar | undefined {
  const choice = words.see('enum');
  const bounds = readBounds(words);
  if (bounds === undefined || (Array.isArray(choice) && !areNumbers(choice))) return undefined;
  return readChoice(words, 'number', 'Number', rule('IsNumber'), (value) => typeof value === 'number', [...bounds, ...format(words)]);
}

function readChoice(words: SchemaWords, type: string, elementType: Scalar['elementType'], kind: Decorator, fits: (value: unknown) => boolean, rules: readonly Decorator[]): Scalar | undefined {
  const choice = words.take('enum');
  if (choice === undefined) return { type, elementType, typeRules: [kind], rules };
  if (!Array.isArray(choice) || choice.length === 0 || !choice.every(fits)) return undefined;
  return { type: choice.map(literal).join(' | '), elementType, typeRules: type === 'string' ? [] : [kind], rules: [rule('IsIn', choice), ...rules] };
}

/** Only zero can be excluded by a rule. */
function readBounds(words: SchemaWords): readonly Decorator[] | undefined {
  const above = words.take('exclusiveMinimum') === true;
  const below = words.take('exclusiveMaximum') === true;
  if ((above && words.take('minimum') !== 0) || (below && words.take('maximum') !== 0)) return undefined;
  return [...(above ? [rule('IsPositive')] : []), ...(below ? [rule('IsNegative')] : []), ...limits(words, { minimum: 'Min', maximum: 'Max' })];
}

function limits(words: SchemaWords, names: Readonly<Record<string, string>>): readonly Decorator[] {
  return Object.entries(names)
    .filter(([word]) => typeof words.see(word) === 'number')
    .map(([word, name]) => rule(name, words.take(word)));
}

/** By the server's name, since a rule of class-validator may be stricter than the server was. */
function format(words: SchemaWords): readonly Decorator[] {
  return typeof words.see('format') === 'string' ? [ours('Format', literal(words.take('format')))] : [];
}
