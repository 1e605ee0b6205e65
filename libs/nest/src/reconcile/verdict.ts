import { CaBundleMissing } from '../config/ca-bundle.js';
import { ForeignObject } from '../customer/customer-errors.js';
import { ReferenceMissing } from '../references/reference-missing.js';
import { because } from '../status/reasons.js';
import type { Because } from '../status/reasons.js';
import type { Ended } from './ended.js';
import { HandlerOverdue } from './handler-call.js';

/** What the end of a pass means to the person who ordered. Status and Events say the same because both come from here. */
export type Verdict =
  | { readonly kind: 'ready'; readonly fields: object }
  /** Nothing is wrong; it takes time, or waits for somebody. */
  | { readonly kind: 'pending'; readonly because: Because }
  /** A fault or a refusal: told by an Event too. */
  | { readonly kind: 'fault'; readonly because: Because };

/** `undefined` where the end of the pass is nothing to speak of. */
export function verdictOf(ended: Ended): Verdict | undefined {
  switch (ended.ended) {
    case 'vanished':
    case 'ignored':
    case 'unseen':
    case 'outrun':
    case 'stopped':
    case 'released':
      return undefined;
    case 'waiting':
      return { kind: 'pending', because: ended.because };
    case 'refused':
      return { kind: 'fault', because: ended.because };
    case 'failed':
      return { kind: 'fault', because: becauseOf(ended.error) };
    case 'provided':
    case 'removing':
      return verdictOfAnswer(ended.answer);
  }
}

function verdictOfAnswer(answer: Extract<Ended, { readonly answer: object }>['answer']): Verdict {
  const { kind } = answer;
  switch (kind) {
    case 'ready':
      return { kind, fields: answer.fields };
    case 'progressing':
      return { kind: 'pending', because: wordsOf(answer) };
    case 'rejected':
    case 'blocked':
      return { kind: 'fault', because: wordsOf(answer) };
  }
}

function wordsOf({ reason, message }: Because): Because {
  return { reason, message };
}

function becauseOf(error: unknown): Because {
  if (error instanceof HandlerOverdue) return because.overdue(error.deadlineMs);
  return isNamed(error) ? because.named(error) : because.failed(error);
}

/** Somebody can do something about it, and its name says what it is. */
function isNamed(error: unknown): error is Error {
  return [ForeignObject, ReferenceMissing, CaBundleMissing].some((kind) => error instanceof kind);
}
