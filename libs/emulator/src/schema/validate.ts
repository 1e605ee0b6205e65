import type { Cause } from '../server/answer/api-error.js';
import { isJsonObject, type JsonObject } from '../storage/kube-object.js';
import { optionalOf, toCel, type CelRule } from './cel/cel-rules.js';
import type { Junctor, SchemaNode, ValueFault } from './schema-node.js';

/** All faults of an object; `old` is its state before, for transition rules. */
export function validate(object: JsonObject, old: JsonObject | undefined, root: SchemaNode): Cause[] {
  const faults: Cause[] = [];
  checkShape(object, root, '', faults);
  if (!faults.some(isBlocking)) checkRules(object, old, root, '', faults);
  return faults;
}

/** The faults of a value that stands by itself; rules are not asked. */
export function shapeFaults(value: unknown, node: SchemaNode): Cause[] {
  const faults: Cause[] = [];
  checkShape(value, node, '', faults);
  return faults;
}

/** Faults of the shape itself: rules cannot run on such values. */
const BLOCKING: ReadonlySet<string> = new Set(['FieldValueRequired', 'FieldValueTypeInvalid', 'FieldValueTooLong', 'FieldValueTooMany', 'FieldValueNotSupported']);

/** Whether rules are left out because of this fault. */
export function isBlocking(fault: Cause): boolean {
  return BLOCKING.has(fault.reason);
}

/** Told beside the faults that kept the rules from being checked. */
export const RULES_NOT_CHECKED: Cause = {
  reason: 'FieldValueInvalid',
  message: 'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  field: '<nil>',
};

/** The faults of a kind of kcp's own, which all have rules. */
export function withRulesNotChecked(faults: readonly Cause[]): Cause[] {
  return faults.some(isBlocking) ? [...faults, RULES_NOT_CHECKED] : [...faults];
}

function add(faults: Cause[], path: string, fault: ValueFault): void {
  faults.push({ reason: fault.reason, message: fault.message, field: path === '' ? '<nil>' : path });
}

function checkShape(value: unknown, node: SchemaNode, path: string, faults: Cause[]): void {
  if (value === null && node.nullable) return;
  for (const wrong of wrongType(value, node, path)) add(faults, wrong.path, wrong.fault);
  // A value of the wrong type is judged by the other keywords too; who says null is only told that it is none.
  if (value === null && node.type !== undefined) return;
  for (const test of node.tests) {
    const fault = test(value, path);
    if (fault !== undefined) add(faults, fault.place === 'untold' ? '' : path, fault);
  }
  for (const junctor of node.junctors) checkJunctor(value, junctor, path, faults);
  if (Array.isArray(value)) checkItems(value, node, path, faults);
  else if (isJsonObject(value)) {
    if (node.embedded) checkEmbedded(value, path, faults);
    checkProperties(value, node, path, faults);
  }
}

/** An object within another one says what it is, as every object does. */
function checkEmbedded(value: JsonObject, path: string, faults: Cause[]): void {
  for (const field of ['apiVersion', 'kind']) if (value[field] === undefined) add(faults, `${path}.${field}`, { reason: 'FieldValueRequired', message: 'Required value: must not be empty' });
}

interface PlacedFault {
  readonly path: string;
  readonly fault: ValueFault;
}

function wrongType(value: unknown, node: SchemaNode, path: string): PlacedFault[] {
  const type = typeOf(value);
  if (node.intOrString) return type === 'string' || type === 'integer' ? [] : [{ path, fault: typeFault(value, 'integer,string', path) }];
  if (node.type === undefined || type === node.type || (node.type === 'number' && type === 'integer')) return [];
  const wrong = { path, fault: typeFault(value, node.type, path) };
  // Kubernetes tells a broken number twice where a whole one is wanted, the second time without a place.
  return node.type === 'integer' && type === 'number' ? [wrong, { path: '', fault: { reason: 'FieldValueInvalid', message: 'Invalid value: null: Checked value must be an integer' } }] : [wrong];
}

function typeFault(value: unknown, wanted: string, path: string): ValueFault {
  const shown = JSON.stringify(typeOf(value));
  return { reason: 'FieldValueTypeInvalid', message: `Invalid value: ${shown}: ${path} in body must be of type ${wanted}: ${shown}` };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 ? 'integer' : 'number';
  return typeof value;
}

function checkItems(items: readonly unknown[], node: SchemaNode, path: string, faults: Cause[]): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const place = `${path}[${index}]`;
    if (node.items !== undefined) checkShape(item, node.items, place, faults);
    const identity = itemIdentity(item, node);
    if (identity === undefined) continue;
    if (seen.has(identity)) add(faults, place, { reason: 'FieldValueDuplicate', message: `Duplicate value: ${identity}` });
    seen.add(identity);
  }
}

/** What must be unique in a list of type set or map; undefined for atomic lists. */
function itemIdentity(item: unknown, node: SchemaNode): string | undefined {
  switch (node.list.kind) {
    case 'atomic':
      return undefined;
    case 'set':
      return JSON.stringify(item);
    case 'map':
      return isJsonObject(item) ? JSON.stringify(mapKey(item, node.list.keys)) : undefined;
  }
}

function mapKey(item: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, item[key]]));
}

function checkProperties(value: JsonObject, node: SchemaNode, path: string, faults: Cause[]): void {
  for (const name of node.required) {
    if (value[name] === undefined) add(faults, childPath(path, name), { reason: 'FieldValueRequired', message: 'Required value' });
  }
  for (const [name, child] of Object.entries(value)) {
    const known = node.properties.get(name);
    if (known !== undefined) checkShape(child, known, childPath(path, name), faults);
    else if (node.additional !== undefined && node.additional !== true) checkShape(child, node.additional, childPath(path, name), faults);
  }
}

function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function checkJunctor(value: unknown, junctor: Junctor, path: string, faults: Cause[]): void {
  const results = junctor.nodes.map((node) => {
    const inner: Cause[] = [];
    checkShape(value, node, path, inner);
    return inner;
  });
  const passed = results.filter((inner) => inner.length === 0).length;
  const text = junctorFault(junctor, passed, path);
  if (junctor.kind === 'allOf') faults.push(...results.flat());
  if ((junctor.kind === 'anyOf' || junctor.kind === 'oneOf') && passed === 0) faults.push(...(results[0] ?? []));
  // As Kubernetes tells it: what a whole set of schemas says has no place of its own.
  if (text !== undefined) add(faults, '', { reason: 'FieldValueInvalid', message: `Invalid value: ${text}` });
}

function junctorFault(junctor: Junctor, passed: number, path: string): string | undefined {
  switch (junctor.kind) {
    case 'allOf':
      return passed === junctor.nodes.length ? undefined : `${path} in body must validate all the schemas (allOf)`;
    case 'anyOf':
      return passed > 0 ? undefined : `${path} in body must validate at least one schema (anyOf)`;
    case 'oneOf':
      return passed === 1 ? undefined : `${path} in body must validate one and only one schema (oneOf). Found ${passed === 0 ? 'none valid' : `${passed} valid alternatives`}`;
    case 'not':
      return passed === 0 ? undefined : `${path} in body must not validate the schema (not)`;
  }
}

function checkRules(value: unknown, old: unknown, node: SchemaNode, path: string, faults: Cause[]): void {
  if (value === undefined || value === null || !node.hasRules) return;
  for (const rule of node.rules) checkRule(rule, value, old, node, path, faults);
  if (Array.isArray(value)) {
    if (node.items === undefined) return;
    for (const [index, item] of value.entries()) checkRules(item, oldItem(item, old, node), node.items, `${path}[${index}]`, faults);
    return;
  }
  if (!isJsonObject(value)) return;
  const before = isJsonObject(old) ? old : {};
  for (const [name, child] of Object.entries(value)) {
    const property = node.properties.get(name);
    const childNode = property ?? node.additional;
    const place = property === undefined ? `${path}[${name}]` : childPath(path, name);
    if (childNode !== undefined && childNode !== true) checkRules(child, before[name], childNode, place, faults);
  }
}

function checkRule(rule: CelRule, value: unknown, old: unknown, node: SchemaNode, path: string, faults: Cause[]): void {
  // A transition needs both states, unless the rule says that it copes with a missing one.
  if (rule.isTransition && !rule.optionalOldSelf && old === undefined) return;
  const oldValue = old === undefined ? undefined : toCel(old, node);
  const message = rule.evaluate(toCel(value, node), rule.optionalOldSelf ? optionalOf(oldValue) : oldValue);
  if (message === undefined) return;
  const shown = `${REASON_WORDS[rule.reason]}: ${message}`;
  add(faults, `${path}${path === '' ? rule.fieldPath.replace(/^\./, '') : rule.fieldPath}`, { reason: rule.reason, message: shown });
}

const REASON_WORDS: Readonly<Record<ValueFault['reason'], string>> = {
  FieldValueInvalid: 'Invalid value',
  FieldValueForbidden: 'Forbidden',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
};

/** Items correspond over time only in lists of type map. */
function oldItem(item: unknown, old: unknown, node: SchemaNode): unknown {
  if (node.list.kind !== 'map' || !Array.isArray(old) || !isJsonObject(item)) return undefined;
  const wanted = JSON.stringify(mapKey(item, node.list.keys));
  const keys = node.list.keys;
  return old.find((candidate) => isJsonObject(candidate) && JSON.stringify(mapKey(candidate, keys)) === wanted);
}
