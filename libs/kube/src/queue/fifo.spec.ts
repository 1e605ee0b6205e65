import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fifo } from './fifo.js';

describe('first in, first out', () => {
  it('gives what an array would give', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer(), fc.constant('take' as const)), { maxLength: 300 }), (steps) => {
        const fifo = new Fifo<number>();
        const array: number[] = [];
        for (const step of steps) {
          if (step === 'take') {
            expect(fifo.shift()).toBe(array.shift());
          } else {
            fifo.push(step);
            array.push(step);
          }
          expect(fifo.size).toBe(array.length);
        }
      }),
    );
  });

  it('goes on over many thousands', () => {
    const fifo = new Fifo<number>();
    for (let index = 0; index < 5000; index += 1) fifo.push(index);
    for (let index = 0; index < 4000; index += 1) fifo.shift();
    fifo.push(9);
    expect([fifo.size, fifo.shift()]).toEqual([1001, 4000]);
  });
});
