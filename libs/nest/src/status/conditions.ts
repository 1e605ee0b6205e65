import { isDeepStrictEqual } from 'node:util';
import { redact } from '../log/redact.js';
import type { Because } from './reasons.js';

/** The conditions of an order: the whole, and one for each stage on the way that applies to it. Written in this order. */
export const CONDITION_TYPES = ['Ready', 'ConfigAvailable', 'SpecAccepted', 'PermissionClaimsAccepted', 'CustomerAccessReady', 'WorkloadAccessReady'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

/** What a pass found out. */
export interface Finding extends Because {
  readonly type: ConditionType;
  readonly status: 'True' | 'False';
}

/** A condition as it stands in a status (metav1.Condition). */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

const FIELDS_OF_A_CONDITION = 5;
const LONGEST_MESSAGE = 1000;
/** A condition may say exactly what to write, for instance six claims of a binding. */
const LONGEST_IN_CONDITION = 4000;

/**
 * The whole list after a pass. A type that this pass said nothing of stays as it was, and so does a condition
 * of somebody else. `lastTransitionTime` moves only when the status does.
 */
export function conditionsAfter(before: readonly Condition[], findings: readonly Finding[], at: string): Condition[] {
  const found = new Map<string, Finding>(findings.map((finding) => [finding.type, finding]));
  const types = new Set<string>([...CONDITION_TYPES, ...before.map(({ type }) => type)]);
  return [...types].flatMap((type) => {
    const old = before.find((condition) => condition.type === type);
    const now = found.get(type);
    if (now === undefined) return old ?? [];
    return conditionAfter(old, now, at);
  });
}

/** What stands there word for word was cleaned when it was written. To clean it again in every pass costs more than the rest of the status. */
function conditionAfter(old: Condition | undefined, finding: Finding, at: string): Condition {
  if (old !== undefined && says(old, finding)) return old;
  const { type, status, reason, message } = finding;
  const lastTransitionTime = old?.status === status ? old.lastTransitionTime : at;
  return { type, status, reason, message: shortened(message, LONGEST_IN_CONDITION), lastTransitionTime };
}

/** And nothing beside it: a condition of another runtime may have more fields, which would not be true any more. */
function says(old: Condition, { status, reason, message }: Finding): boolean {
  return old.status === status && old.reason === reason && old.message === message && Object.keys(old).length === FIELDS_OF_A_CONDITION;
}

/** The conditions of a status as the server has it; what is none is left out. */
export function readConditions(status: unknown): readonly Condition[] {
  const conditions = (status as { conditions?: unknown } | undefined)?.conditions;
  return Array.isArray(conditions) ? conditions.filter(isCondition) : [];
}

function isCondition(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && typeof (value as Condition).type === 'string';
}

/** Whether the status says these findings already, word for word. */
export function conditionsTell(status: unknown, findings: readonly Finding[]): boolean {
  const before = readConditions(status);
  return isDeepStrictEqual(conditionsAfter(before, findings, ''), [...before]);
}

/** One line that a condition or an Event can carry, whatever an error had to say: a driver's own words may hold a password. */
export function shortened(message: string, longest = LONGEST_MESSAGE): string {
  const line = redact(message).replace(/\s+/g, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
