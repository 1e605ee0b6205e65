import { afterEach, describe, expect, it } from '@jest/globals';
import { Clock } from './clock.js';

const clocks: Clock[] = [];

function clock(): Clock {
  const made = new Clock();
  clocks.push(made);
  return made;
}

afterEach(() => {
  for (const made of clocks.splice(0)) made.stop();
});

describe("the emulator's clock", () => {
  it('does what has become due by moved time, in the order in which it is due', () => {
    const time = clock();
    const done: string[] = [];
    time.after(60_000, () => done.push('second'));
    time.after(30_000, () => done.push('first'));
    time.after(90_000, () => done.push('later'));
    time.advance(60_000);
    expect(done).toEqual(['first', 'second']);
  });

  it('does what has become due while the machine was waited for', async () => {
    const time = clock();
    await new Promise<void>((resolve) => {
      const alive = setInterval(() => undefined, 1000);
      time.after(5, () => {
        clearInterval(alive);
        resolve();
      });
    });
  });

  it('does nothing that was called off', () => {
    const time = clock();
    const done: string[] = [];
    const callOff = time.after(10_000, () => done.push('called off'));
    callOff();
    time.advance(20_000);
    expect(done).toEqual([]);
  });

  it('counts a wait that was begun in moved time from there', () => {
    const time = clock();
    const done: string[] = [];
    time.advance(3_600_000);
    time.after(10_000, () => done.push('done'));
    time.advance(9_000);
    expect(done).toEqual([]);
    time.advance(1_000);
    expect(done).toEqual(['done']);
  });
});
