import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../storage/kube-object.js';
import { FORMATS } from './formats.js';
import type { ValueTest } from './schema-node.js';
import { mayBeEndless, TakesTooLong, watched } from './watched.js';

/** Reads the keywords of a schema that look at one value only. */
export function readValueTests(source: JsonObject): ValueTest[] {
  return [...numberTests(source), ...stringTests(source), ...sizeTests(source), ...choiceTests(source)];
}

function numberTests(source: JsonObject): ValueTest[] {
  const { minimum, maximum, multipleOf } = source;
  const tests: ValueTest[] = [];
  if (typeof minimum === 'number') {
    const holds = source.exclusiveMinimum === true ? (n: number): boolean => n > minimum : (n: number): boolean => n >= minimum;
    const bound = source.exclusiveMinimum === true ? `greater than ${minimum}` : `greater than or equal to ${minimum}`;
    tests.push(onNumber(holds, `should be ${bound}`));
  }
  if (typeof maximum === 'number') {
    const holds = source.exclusiveMaximum === true ? (n: number): boolean => n < maximum : (n: number): boolean => n <= maximum;
    const bound = source.exclusiveMaximum === true ? `less than ${maximum}` : `less than or equal to ${maximum}`;
    tests.push(onNumber(holds, `should be ${bound}`));
  }
  if (typeof multipleOf === 'number') tests.push(onNumber((n) => Number.isInteger(n / multipleOf), `should be a multiple of ${multipleOf}`));
  const range = integerRange(source.format);
  if (source.type === 'integer' && range !== undefined) {
    tests.push(inRange(range, `type integer with format ${String(source.format)}`));
  }
  return tests;
}

function integerRange(format: unknown): readonly [number, number] | undefined {
  if (format === 'int32') return [-(2 ** 31), 2 ** 31 - 1];
  if (format === 'int64') return [-(2 ** 63), 2 ** 63];
  return undefined;
}

function inRange([least, most]: readonly [number, number], type: string): ValueTest {
  return (value, path) =>
    typeof value === 'number' && (value < least || value > most)
      ? { reason: 'FieldValueInvalid', message: `Invalid value: null: Checked value must be of ${type} in ${path}`, place: 'untold' }
      : undefined;
}

function onNumber(holds: (value: number) => boolean, rule: string): ValueTest {
  return (value, path) =>
    typeof value === 'number' && !holds(value) ? { reason: 'FieldValueInvalid', message: `Invalid value: ${value}: ${path} in body ${rule}` } : undefined;
}

function stringTests(source: JsonObject): ValueTest[] {
  const { minLength, maxLength, pattern, format } = source;
  const tests: ValueTest[] = [];
  if (typeof minLength === 'number') tests.push(onString((text) => [...text].length >= minLength, `should be at least ${minLength} chars long`));
  if (typeof maxLength === 'number') {
    tests.push((value) =>
      typeof value === 'string' && [...value].length > maxLength
        ? { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${maxLength} bytes` }
        : undefined,
    );
  }
  if (typeof pattern === 'string') {
    const expression = new RegExp(pattern, 'u');
    tests.push(patternTest(expression, pattern));
  }
  const check = typeof format === 'string' ? FORMATS.get(format) : undefined;
  if (check !== undefined) {
    tests.push((value, path) =>
      typeof value === 'string' && !check(value)
        ? { reason: 'FieldValueTypeInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${path} in body must be of type ${String(format)}: ${JSON.stringify(value)}` }
        : undefined,
    );
  }
  return tests;
}

function patternTest(expression: RegExp, pattern: string): ValueTest {
  const plain = onString((text) => expression.test(text), `should match '${pattern}'`);
  return (value, path) => {
    if (typeof value !== 'string' || !mayBeEndless(pattern, value)) return plain(value, path);
    try {
      return watched(`'${pattern}'`, () => plain(value, path));
    } catch (error) {
      if (error instanceof TakesTooLong) return { reason: 'FieldValueInvalid', message: `Invalid value: ${path} in body: ${error.message}` };
      throw error;
    }
  };
}

function onString(holds: (text: string) => boolean, rule: string): ValueTest {
  return (value, path) =>
    typeof value === 'string' && !holds(value)
      ? { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${path} in body ${rule}` }
      : undefined;
}

function sizeTests(source: JsonObject): ValueTest[] {
  const { minItems, maxItems, uniqueItems, minProperties, maxProperties } = source;
  const tests: ValueTest[] = [];
  if (typeof minItems === 'number') tests.push(onSize(itemCount, (n) => n >= minItems, `should have at least ${minItems} items`));
  if (typeof maxItems === 'number') tests.push(tooMany(itemCount, maxItems, 'items'));
  if (typeof minProperties === 'number') tests.push(onSize(propertyCount, (n) => n >= minProperties, `should have at least ${minProperties} properties`));
  if (typeof maxProperties === 'number') tests.push(tooMany(propertyCount, maxProperties, 'properties'));
  if (uniqueItems === true) tests.push(onSize(duplicates, (n) => n === 0, `shouldn't contain duplicates`));
  return tests;
}

function itemCount(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function propertyCount(value: unknown): number | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).length : undefined;
}

function duplicates(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length - new Set(value.map((item) => JSON.stringify(item))).size : undefined;
}

function onSize(sizeOf: (value: unknown) => number | undefined, holds: (size: number) => boolean, rule: string): ValueTest {
  return (value, path) => {
    const size = sizeOf(value);
    if (size === undefined || holds(size)) return undefined;
    return { reason: 'FieldValueInvalid', message: `Invalid value: ${size}: ${path} in body ${rule}` };
  };
}

function tooMany(sizeOf: (value: unknown) => number | undefined, most: number, what: string): ValueTest {
  return (value) => {
    const size = sizeOf(value);
    if (size === undefined || size <= most) return undefined;
    return { reason: 'FieldValueTooMany', message: `Too many: ${size}: must have at most ${most} ${what}` };
  };
}

function choiceTests(source: JsonObject): ValueTest[] {
  const choices = source.enum;
  if (!Array.isArray(choices)) return [];
  const shown = choices.map((choice) => JSON.stringify(choice)).join(', ');
  return [
    (value) =>
      choices.some((choice) => isDeepStrictEqual(choice, value))
        ? undefined
        : { reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${shown}` },
  ];
}
