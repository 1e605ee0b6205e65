import { describe, expect, it } from '@jest/globals';
import { MalformedReason, blocked, gone, progressing, ready, rejected } from './answer.js';

describe('an answer of a handler', () => {
  it('says what it is, with what the author has to say', () => {
    expect([ready({ host: 'db' }), progressing('Waiting', 'soon', { retryAfterMs: 5 }), rejected('TooBig', 'smaller'), gone(), blocked('StillUsed', 'stop it')]).toEqual([
      { kind: 'ready', fields: { host: 'db' } },
      { kind: 'progressing', reason: 'Waiting', message: 'soon', retryAfterMs: 5 },
      { kind: 'rejected', reason: 'TooBig', message: 'smaller' },
      { kind: 'gone' },
      { kind: 'blocked', reason: 'StillUsed', message: 'stop it' },
    ]);
  });

  it('needs no fields to be ready', () => {
    expect(ready()).toEqual({ kind: 'ready', fields: {} });
  });

  it.each(['waiting for the server', '', 'Ends-', '5Servers'])('refuses %j as a reason, since no condition could carry it', (reason) => {
    expect(() => progressing(reason, 'a sentence')).toThrow(MalformedReason);
  });
});
