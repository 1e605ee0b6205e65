import type { Clock } from '../time/clock.js';

/** A point in time that durations are measured from, on both clocks. */
export interface Moment {
  /** At least so much time has passed: for the patience that we have with others. */
  atLeastMs(): number;
  /** At most so much time has passed: for what we take for ourselves. A suspended machine stands still on one clock only, a stepped one on the other. */
  atMostMs(): number;
}

/** Now, on both clocks. */
export function momentOf(clock: Clock): Moment {
  const wall = clock.now();
  const steady = clock.elapsed();
  return {
    atLeastMs: () => clock.elapsed() - steady,
    atMostMs: () => Math.max(clock.elapsed() - steady, clock.now() - wall),
  };
}
