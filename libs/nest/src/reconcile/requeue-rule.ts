import { KubeError } from '@kcp-runtime/kube';
import type { Random, Requeue } from '@kcp-runtime/kube';
import type { Blocked, Progressing, Provided } from '../offer/answer.js';
import type { Mode } from '../offer/order.js';
import type { Ended } from './ended.js';

/** What the rule looks at beside the end of the pass. */
export interface RequeueFacts {
  readonly mode: Mode;
  /** Of the ProviderConfig, in milliseconds. */
  readonly pollIntervalMs: number;
  /** How many passes in a row have changed nothing. */
  readonly quiet: number;
  readonly random: Random;
}

const GROWTH = 1.5;
const LONGEST_POLL_MS = 600_000;
const BLOCKED_FROM_MS = 30_000;
const JITTER = 0.1;

const UNTIL_CHANGED: Requeue = { kind: 'done' };
const BACKOFF: Requeue = { kind: 'backoff' };

/** What to do with a key after a pass. The one place where answers and errors become times. */
export function requeueRule(ended: Ended, facts: RequeueFacts): Requeue {
  switch (ended.ended) {
    case 'vanished':
    case 'ignored':
    case 'unseen':
    case 'refused':
    case 'released':
      return UNTIL_CHANGED;
    case 'waiting':
      return ended.retryAfterMs === undefined ? UNTIL_CHANGED : { kind: 'after', ms: ended.retryAfterMs, class: 'retry' };
    case 'outrun':
    case 'stopped':
      return BACKOFF;
    case 'failed':
      return afterError(ended.error);
    case 'provided':
      return afterProvided(ended.answer, facts);
    case 'removing':
      return afterRemoving(ended.answer, facts);
  }
}

/** Something has to be renewed whatever the pass came to: then the order is looked at by that time. */
export function requeueBy(requeue: Requeue, withinMs: number | undefined): Requeue {
  if (withinMs === undefined) return requeue;
  switch (requeue.kind) {
    case 'done':
      return { kind: 'after', ms: withinMs, class: 'poll' };
    case 'backoff':
      return requeue;
    case 'after':
      return { ...requeue, ms: Math.min(requeue.ms, withinMs) };
  }
}

/** A pass reads and decides anew: it is no repetition of the request that failed, not even of one that must never be repeated. */
function afterError(error: unknown): Requeue {
  if (error instanceof KubeError && typeof error.retry === 'object') return { kind: 'after', ms: error.retry.afterMs, class: 'retry' };
  return BACKOFF;
}

function afterProvided(answer: Provided, facts: RequeueFacts): Requeue {
  switch (answer.kind) {
    case 'ready':
      return { kind: 'after', ms: jittered(facts.mode === 'kcp' ? grown(facts.pollIntervalMs, facts.quiet) : facts.pollIntervalMs, facts.random), class: 'poll' };
    case 'progressing':
      return afterProgress(answer, facts);
    case 'rejected':
      return UNTIL_CHANGED;
  }
}

function afterRemoving(answer: Progressing | Blocked, facts: RequeueFacts): Requeue {
  switch (answer.kind) {
    case 'progressing':
      return afterProgress(answer, facts);
    case 'blocked':
      return { kind: 'after', ms: jittered(grown(BLOCKED_FROM_MS, facts.quiet), facts.random), class: 'poll' };
  }
}

/** Somebody waits for it: its poll neither grows nor stands behind those of Ready orders. */
function afterProgress({ retryAfterMs }: Progressing, { pollIntervalMs, random }: RequeueFacts): Requeue {
  return { kind: 'after', ms: retryAfterMs ?? jittered(pollIntervalMs, random), class: 'retry' };
}

/** An interval that is longer than the longest from the start stays as it is. */
function grown(fromMs: number, steps: number): number {
  return Math.min(fromMs * GROWTH ** steps, Math.max(fromMs, LONGEST_POLL_MS));
}

/** What was ordered together is not polled together. */
function jittered(ms: number, random: Random): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random()));
}
