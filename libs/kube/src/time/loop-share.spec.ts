import { beforeEach, describe, expect, it } from '@jest/globals';
import { LoopShare } from './loop-share.js';

describe('a share of the event loop', () => {
  let nowMs: number;
  let turns: (() => void)[];
  let resumed: number;
  let share: LoopShare;
  const resume = (): void => {
    resumed += 1;
  };

  beforeEach(() => {
    nowMs = 0;
    turns = [];
    resumed = 0;
    share = new LoopShare({ elapsed: () => nowMs, nextTurn: (run) => turns.push(run) });
  });

  function turn(): void {
    for (const run of turns.splice(0)) run();
  }

  it('is used up when its time is over', () => {
    share.isUsedUp();
    nowMs = 4;
    expect(share.isUsedUp()).toBe(false);
    nowMs = 5;
    expect(share.isUsedUp()).toBe(true);
  });

  it('is there again after a turn of the loop', () => {
    share.isUsedUp();
    nowMs = 5;
    turn();
    expect(share.isUsedUp()).toBe(false);
  });

  it('lets go on, once, who was told to stop', () => {
    share.isUsedUp();
    nowMs = 5;
    share.inNextTurn(resume);
    share.inNextTurn(resume);
    turn();
    expect(resumed).toBe(1);
  });

  it('disturbs nobody who was never told to stop', () => {
    share.isUsedUp();
    turn();
    expect(resumed).toBe(0);
  });

  it('asks for one turn only, however often it is looked at', () => {
    for (let look = 0; look < 100; look += 1) share.isUsedUp();
    expect(turns).toHaveLength(1);
  });
});
