import type { CrdRule, CrdSchema } from './crd-schema.js';
import { isObject } from './crd-schema.js';
import type { Decorator } from './decorator.js';
import { ours } from './decorator.js';
import type { Note } from './note.js';
import { note } from './note.js';
import { literal } from './source-text.js';

/** The CEL rules of one place. */
export interface RuleMarks {
  readonly decorators: readonly Decorator[];
  readonly notes: readonly Note[];
}

const SETTINGS = ['reason', 'fieldPath', 'messageExpression', 'optionalOldSelf'];

/** `undefined` where one of them says what `@Rule` has no place for. */
export function readRules(given: unknown, path: string): RuleMarks | undefined {
  if (given === undefined) return { decorators: [], notes: [] };
  if (!Array.isArray(given) || !given.every(isSayable)) return undefined;
  const isMessageMade = given.some(({ message }) => message === undefined);
  return { decorators: given.map(ruleMark), notes: isMessageMade ? [note('same', path, 'x-kubernetes-validations')] : [] };
}

/** Does a rule stand anywhere in it? The server reckons what such a rule costs in many places at once. */
export function hasRules(schema: CrdSchema): boolean {
  return JSON.stringify(schema).includes('"x-kubernetes-validations"');
}

/** Does one of them look at the old value? */
export function looksBack(schema: CrdSchema): boolean {
  return hasRules(schema) && JSON.stringify(schema).includes('oldSelf');
}

function isSayable(given: unknown): given is CrdRule {
  return isObject(given) && typeof given['rule'] === 'string' && Object.keys(given).every((word) => ['rule', 'message', ...SETTINGS].includes(word));
}

/** Without a message the server says exactly this. */
function ruleMark({ rule, message = `failed rule: ${rule}`, ...settings }: CrdRule): Decorator {
  const args = [literal(rule), literal(message)];
  return ours('Rule', ...(Object.keys(settings).length === 0 ? args : [...args, literal(settings)]));
}
