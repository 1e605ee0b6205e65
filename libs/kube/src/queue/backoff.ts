import type { Random } from '../time/clock.js';

/** Bounds of a growing delay. */
export interface BackoffBounds {
  /** Upper bound of the first delay. */
  readonly fromMs: number;
  /** Upper bound of all delays. */
  readonly upToMs: number;
}

/**
 * How long to wait after `attempt` failures before this one: exponential with full jitter,
 * so that what failed together does not come back together.
 */
export function backoffMs(attempt: number, random: Random, { fromMs, upToMs }: BackoffBounds): number {
  return Math.ceil(random() * Math.min(upToMs, fromMs * 2 ** Math.min(attempt, 40)));
}
