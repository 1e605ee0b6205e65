import type { ConfigFinding } from '../config/config-status-writer.js';
import { shortened } from '../status/conditions.js';

/** How one thing stands. `open`: it does not apply, or can't be told now. */
export type Verdict = 'ok' | 'wrong' | 'open';

/** One line of the doctor. */
export interface Check {
  readonly verdict: Verdict;
  /** What was looked at. */
  readonly about: string;
  /** What was found, and what to do where something is wrong. */
  readonly message: string;
}

/** Takes a check as soon as it is known. */
export type Tell = (check: Check) => void;

const MARKS: Readonly<Record<Verdict, string>> = { ok: 'ok', wrong: '!!', open: '--' };
const VERDICTS: Readonly<Record<ConfigFinding['status'], Verdict>> = { True: 'ok', False: 'wrong', Unknown: 'open' };

/** A check in the words of the condition that means the same. */
export function checkOf(about: string, { status, reason, message }: ConfigFinding): Check {
  return { verdict: VERDICTS[status], about, message: `${reason}: ${message}` };
}

/** The check as a person reads it: one line, the mark first. */
export function lineOf({ verdict, about, message }: Check): string {
  return `${MARKS[verdict]}  ${about}: ${shortened(message)}\n`;
}

/** What an object of the platform says that it waits for; empty where it says nothing. */
export function unmetText(conditions: readonly { readonly status?: string; readonly reason?: string; readonly message?: string }[]): string {
  const unmet = conditions.filter(({ status }) => status !== 'True');
  return unmet.map(({ reason, message }) => [reason, message].filter((word) => word !== undefined && word !== '').join(': ')).join('; ');
}
