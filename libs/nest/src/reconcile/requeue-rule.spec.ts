import { describe, expect, it } from '@jest/globals';
import { Conflict, Invalid, TooManyRequests } from '@kcp-runtime/kube';
import { blocked, progressing, ready, rejected } from '../offer/answer.js';
import type { Ended } from './ended.js';
import { requeueRule } from './requeue-rule.js';
import type { RequeueFacts } from './requeue-rule.js';

const REQUEST = { method: 'GET', url: 'https://kcp.test', status: 429 };
const BECAUSE = { reason: 'Why', message: 'why' };

function due(ended: Ended, facts: Partial<RequeueFacts> = {}) {
  return requeueRule(ended, { mode: 'kcp', pollIntervalMs: 60_000, quiet: 0, random: () => 0.5, ...facts });
}

describe('an order is looked at again', () => {
  it.each<Ended>([
    { ended: 'vanished' },
    { ended: 'ignored' },
    { ended: 'unseen' },
    { ended: 'released' },
    { ended: 'waiting', because: BECAUSE },
    { ended: 'refused', because: BECAUSE },
    { ended: 'provided', answer: rejected('No', 'no') },
  ])('only when something changes: $ended', (ended) => {
    expect(due(ended)).toEqual({ kind: 'done' });
  });

  it.each<Ended>([{ ended: 'outrun' }, { ended: 'stopped' }, { ended: 'failed', error: new Error('no') }, { ended: 'failed', error: new Conflict({ ...REQUEST, status: 409 }) }, { ended: 'failed', error: new Invalid({ ...REQUEST, status: 422 }) }])(
    'with a growing delay: $ended',
    (ended) => {
      expect(due(ended)).toEqual({ kind: 'backoff' });
    },
  );

  it('when the server says', () => {
    expect(due({ ended: 'failed', error: new TooManyRequests(REQUEST, 7_000) })).toEqual({ kind: 'after', ms: 7_000, class: 'retry' });
  });

  it('when the handler says', () => {
    expect(due({ ended: 'provided', answer: progressing('Step', 'one', { retryAfterMs: 3_000 }) })).toEqual({ kind: 'after', ms: 3_000, class: 'retry' });
  });

  it('at the poll interval while it makes progress, however quiet it is', () => {
    expect(due({ ended: 'removing', answer: progressing('Step', 'one') }, { quiet: 9 })).toEqual({ kind: 'after', ms: 60_000, class: 'retry' });
  });
});

describe('a Ready order is polled', () => {
  const provided: Ended = { ended: 'provided', answer: ready() };

  it.each([
    [0, 60_000],
    [1, 90_000],
    [2, 135_000],
    [40, 600_000],
  ])('in kcp mode after %i quiet passes: in %i ms', (quiet, ms) => {
    expect(due(provided, { quiet })).toEqual({ kind: 'after', ms, class: 'poll' });
  });

  it('in kcp mode never more often than the operator says', () => {
    expect(due(provided, { quiet: 40, pollIntervalMs: 3_600_000 })).toMatchObject({ ms: 3_600_000 });
  });

  it('in standard mode at the interval', () => {
    expect(due(provided, { mode: 'standard', quiet: 40 })).toMatchObject({ ms: 60_000 });
  });

  it('a tenth earlier or later than others', () => {
    expect([0, 1].map((edge) => due(provided, { random: () => edge }))).toMatchObject([{ ms: 54_000 }, { ms: 66_000 }]);
  });
});

describe('a blocked deletion is looked at', () => {
  it.each([
    [0, 30_000],
    [1, 45_000],
    [40, 600_000],
  ])('after %i quiet passes: in %i ms', (quiet, ms) => {
    expect(due({ ended: 'removing', answer: blocked('InUse', 'in use') }, { quiet })).toEqual({ kind: 'after', ms, class: 'poll' });
  });
});
