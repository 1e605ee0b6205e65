/**
 * The rules under `x-kubernetes-validations`. They are parsed and checked when the schema is read:
 * a rule that cannot be evaluated here is refused then, and never skipped later.
 */
import { Optional, type Environment, type ParseResult } from '@marcbachmann/cel-js';
import { isJsonObject, objectsAt, textAt, type JsonObject } from '../../storage/kube-object.js';
import { escapedName } from './escaped-name.js';
import { undefinedField, type FieldPlace } from './undefined-field.js';
import { celEnvironment } from './cel-environment.js';
import type { SchemaNode, ValueFault } from '../schema-node.js';
import { messageOf } from '../message-of.js';
import { watched } from '../watched.js';

/** One checked rule. */
export interface CelRule {
  /** Looks at the old value, so it is for updates only. */
  readonly isTransition: boolean;
  readonly optionalOldSelf: boolean;
  readonly reason: ValueFault['reason'];
  /** Appended to the path of the rule's place, beginning with `.`, or empty. */
  readonly fieldPath: string;
  readonly evaluate: (self: unknown, oldSelf: unknown) => string | undefined;
}

/** Makes one environment for all rules of a schema, when the first of them is read. */
export class CelCompiler {
  #environment: Environment | undefined;

  /** Parses and checks an expression; `problem` makes the error for one that cannot be evaluated. */
  compile(text: string, type: 'bool' | 'string', problem: (fault: string) => Error): ParseResult {
    this.#environment ??= celEnvironment();
    const compiled = parsed(this.#environment, text, problem);
    const checked = compiled.check();
    if (!checked.valid) throw problem(`Invalid value: ${JSON.stringify(text)}: compilation failed: ${checked.error?.message ?? 'type check failed'}`);
    if (checked.type !== type && checked.type !== 'dyn') throw problem(`Invalid value: ${JSON.stringify(text)}: must evaluate to ${type}`);
    return compiled;
  }
}

function parsed(environment: Environment, text: string, problem: (fault: string) => Error): ParseResult {
  try {
    return environment.parse(text);
  } catch (error) {
    throw problem(`Invalid value: ${JSON.stringify(text)}: compilation failed: ${firstLine(error)}`);
  }
}

/** Where rules stand, and what they may read there. */
export interface RulePlace {
  readonly cel: CelCompiler;
  readonly fields: FieldPlace;
  readonly isRoot: boolean;
}

/** Reads the rules of one schema place; `problemAt` makes the error for the rule that cannot be evaluated. */
export function readRules(source: JsonObject, place: RulePlace, problemAt: (at: number, fault: string) => Error): CelRule[] {
  const { cel, fields, isRoot } = place;
  return objectsAt(source['x-kubernetes-validations']).map((rule, at) => {
    const problem = (fault: string): Error => problemAt(at, fault);
    const text = textAt(rule.rule) ?? '';
    if (text.trim() === '') throw problem('Required value: rule is not specified');
    const compiled = cel.compile(text, 'bool', problem);
    const unknown = undefinedField(compiled.ast, fields, isRoot);
    if (unknown !== undefined) throw problem(`Invalid value: ${JSON.stringify(text)}: compilation failed: undefined field '${unknown}'`);
    const messageText = textAt(rule.messageExpression);
    const messageRule = messageText === undefined ? undefined : cel.compile(messageText, 'string', problem);
    const message = textAt(rule.message) ?? `failed rule: ${text.trim()}`;
    return {
      isTransition: /\boldSelf\b/.test(text),
      optionalOldSelf: rule.optionalOldSelf === true,
      reason: readReason(rule.reason),
      fieldPath: (textAt(rule.fieldPath) ?? '').replaceAll(/\['([^']*)'\]/g, '.$1'),
      evaluate: isCostly(text) ? (self, oldSelf) => evaluate(watchedRule(compiled, text), messageRule, message, { self, oldSelf }) : (self, oldSelf) => evaluate(compiled, messageRule, message, { self, oldSelf }),
    };
  });
}

/** A rule that can be asked. */
type Evaluated = (context: { self: unknown; oldSelf: unknown }) => unknown;

/** Expressions of text and loops over lists are what takes time. */
function isCostly(rule: string): boolean {
  return /\.(?:matches|find|findAll|all|exists|exists_one|map|filter)\(/.test(rule);
}

function watchedRule(rule: Evaluated, text: string): Evaluated {
  return (context) => watched(JSON.stringify(text), () => rule(context));
}

const REASONS = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

function readReason(reason: unknown): ValueFault['reason'] {
  return REASONS.find((known) => known === reason) ?? 'FieldValueInvalid';
}

/** The message of a broken rule, or undefined when it holds. */
function evaluate(rule: Evaluated, messageRule: ParseResult | undefined, message: string, context: { self: unknown; oldSelf: unknown }): string | undefined {
  try {
    if (rule(context) === true) return undefined;
  } catch (error) {
    return `rule evaluation error: ${firstLine(error)}`;
  }
  return messageRule === undefined ? message : expressedMessage(messageRule, message, context);
}

function expressedMessage(rule: ParseResult, fallback: string, context: object): string {
  try {
    const text: unknown = rule({ ...context });
    return typeof text === 'string' && text.trim() !== '' ? text : fallback;
  } catch {
    // As in Kubernetes: a message that cannot be computed never hides the fault itself.
    return fallback;
  }
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0] ?? '';
}

/** The old value for `optionalOldSelf` rules. */
export function optionalOf(value: unknown): unknown {
  return value === undefined ? Optional.none() : Optional.of(value);
}

/** Integers are bigint in CEL, so that values must be told apart by their schema. */
export function toCel(value: unknown, node: SchemaNode | true | undefined): unknown {
  if (typeof value === 'number') return isWhole(value, node) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => toCel(item, node === true ? true : node?.items));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [escaped(key, node), toCel(child, childNode(node, key))]));
}

function childNode(node: SchemaNode | true | undefined, key: string): SchemaNode | true | undefined {
  return node === true || node === undefined ? node : (node.properties.get(key) ?? node.additional);
}

function isWhole(value: number, node: SchemaNode | true | undefined): boolean {
  if (!Number.isSafeInteger(value)) return false;
  return node === undefined || node === true || node.type !== 'number';
}

/** Keys of maps stay as they are; only the names of properties have an escaped form. */
function escaped(key: string, node: SchemaNode | true | undefined): string {
  return node === true || node === undefined || !node.properties.has(key) ? key : escapedName(key);
}
