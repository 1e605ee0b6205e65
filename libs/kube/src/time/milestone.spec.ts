import { describe, expect, it } from '@jest/globals';
import { Milestone } from './milestone.js';

describe('a milestone', () => {
  it('is waited for until it is reached', async () => {
    const milestone = new Milestone();
    const waiting = milestone.when();
    milestone.reach();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('keeps nobody waiting who comes later', async () => {
    const milestone = new Milestone();
    milestone.reach();
    await expect(milestone.when()).resolves.toBeUndefined();
  });

  it('lets go who gives up', async () => {
    const milestone = new Milestone();
    const impatient = new AbortController();
    const waiting = milestone.when(impatient.signal);
    impatient.abort(new Error('no time'));
    await expect(waiting).rejects.toThrow('no time');
  });
});
