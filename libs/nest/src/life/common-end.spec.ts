import { describe, expect, it } from '@jest/globals';
import { untilAborted } from './stages-of-stop.js';
import { CommonEnd } from './common-end.js';

const never = (): AbortSignal => new AbortController().signal;

describe('parts that work together', () => {
  it('take nothing more in when one breaks, and end in their own time', async () => {
    const end = new CommonEnd(never());
    let finish = (): void => undefined;
    const handler = end.part(new Promise<void>((resolve) => (finish = resolve)));
    let haveEnded = false;
    const all = Promise.all([handler, end.part(Promise.reject(new Error('a fault of ours')))]).then(() => void (haveEnded = true));
    await untilAborted(new Promise(() => undefined), end.intake);
    expect(haveEnded).toBe(false);
    finish();
    await all;
    expect(() => end.throwIfBroken()).toThrow('a fault of ours');
  });

  it('take nothing more in when they are told to stop, and that is no fault', async () => {
    const told = new AbortController();
    const end = new CommonEnd(told.signal);
    told.abort();
    await end.part(Promise.resolve());
    expect(end.intake.aborted).toBe(true);
    expect(() => end.throwIfBroken()).not.toThrow();
  });

  it('tell of the first fault where several break', async () => {
    const end = new CommonEnd(never());
    await Promise.all([end.part(Promise.reject(new Error('first'))), end.part(Promise.reject(new Error('second')))]);
    expect(() => end.throwIfBroken()).toThrow('first');
  });
});
