import { describe, expect, it } from '@jest/globals';
import { ApiNotServed, Forbidden, Gone, ServerFault, TooManyRequests, Unreachable } from '../resource/kube-errors.js';
import type { KubeError } from '../resource/kube-errors.js';
import { causeOf, nextTry } from './next-try.js';
import type { WatchEnd } from './watch-stream.js';

const context = { method: 'GET', url: 'https://kcp/apis/example.io/v1/orders', status: 500 };
const refused = (error: KubeError): WatchEnd => ({ kind: 'refused', by: 'answer', error });
const expired: WatchEnd = { kind: 'expired', error: new Gone(context) };
const broken: WatchEnd = { kind: 'broken', error: new Unreachable(context, 'broken', 'Look at the network') };

/** The longest pause that chance may bring. */
const after = (end: WatchEnd, attempt = 0, silences = 0) => nextTry(end, attempt, silences, () => 1);

describe('after a watch', () => {
  it('that reached its age, the next one begins at once from where it was', () => {
    expect(after({ kind: 'ended' })).toMatchObject({ pauseMs: 0, from: 'version' });
  });

  it('that ended soon again and again, the next one waits', () => {
    expect(after({ kind: 'ended' }, 3).pauseMs).toBe(2_000);
  });

  it('whose version is too old, all is filled afresh at once', () => {
    expect(after(expired)).toMatchObject({ pauseMs: 0, from: 'fill' });
  });

  it('whose version is too old after one that broke, that is one fault, and nothing waits', () => {
    expect(after(expired, 1).pauseMs).toBe(0);
  });

  it('whose version is too old again and again, the next one waits', () => {
    expect(after(expired, 2).pauseMs).toBe(1_000);
  });

  it('that broke, the next one begins from where it was', () => {
    expect(after(broken)).toMatchObject({ pauseMs: 250, from: 'version' });
  });

  it('that was refused, all is filled afresh', () => {
    expect(after(refused(new ServerFault(context)))).toMatchObject({ pauseMs: 250, from: 'fill', pause: 'backingOff' });
  });

  it('of an API that is not served, the next one waits five seconds at most, and nobody calls that a fault', () => {
    expect([after(refused(new ApiNotServed(context))), after(refused(new ApiNotServed(context)), 50)]).toEqual([
      { pauseMs: 250, from: 'fill', pause: 'waiting' },
      { pauseMs: 5_000, from: 'fill', pause: 'waiting' },
    ]);
  });

  it('that is not allowed, the next one waits longer, since people must mend that', () => {
    expect([0, 50].map((attempt) => after(refused(new Forbidden(context)), attempt).pauseMs)).toEqual([1_000, 30_000]);
  });

  it('of a server that wants less, the next one waits as long as it says, and a little more by chance', () => {
    const error = new TooManyRequests(context, 7_000);
    expect([0, 1].map((chance) => nextTry(refused(error), 5, 0, () => chance).pauseMs)).toEqual([7_000, 8_000]);
  });

  it('that was silent, the next one goes on; after two silences all is filled afresh', () => {
    expect([1, 2].map((silences) => after({ kind: 'silent' }, 0, silences).from)).toEqual(['version', 'fill']);
  });
});

describe('a pause', () => {
  it('has a cause that says what happened', () => {
    const causes = [expired, broken, { kind: 'silent' }, { kind: 'ended' }].map((end) => causeOf(end as WatchEnd, context.url).constructor.name);
    expect(causes).toEqual(['Gone', 'Unreachable', 'TimedOut', 'ServerFault']);
  });
});
