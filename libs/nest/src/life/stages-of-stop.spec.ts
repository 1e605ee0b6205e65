import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { untilAborted } from './stages-of-stop.js';

const never = new Promise<void>(() => undefined);

describe('work that may be left behind', () => {
  it('is waited for', async () => {
    let isDone = false;
    await untilAborted(Promise.resolve().then(() => (isDone = true)), new AbortController().signal);
    expect(isDone).toBe(true);
  });

  it('is no longer waited for when the signal aborts, nor when it has aborted already', async () => {
    const abandon = new AbortController();
    const left = untilAborted(never, abandon.signal);
    abandon.abort();
    await expect(left).resolves.toBeUndefined();
    await expect(untilAborted(never, abandon.signal)).resolves.toBeUndefined();
  });

  it('leaves nobody at the signal, however often something is begun anew', async () => {
    const { signal } = new AbortController();
    await untilAborted(Promise.resolve(), signal);
    await untilAborted(Promise.reject(new Error('broken')), signal).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
