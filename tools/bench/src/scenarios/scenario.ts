import type { Contender } from '../contender/contender.js';

/** How a scenario is to be measured. */
export interface Run {
  /** Ours is the first; the others are measured in the same run, round by round. */
  readonly contenders: readonly Contender[];
  /** Of each figure the median of so many is told. */
  readonly rounds: number;
}

/** One scenario of `npm run bench`. It prints its figures itself. */
export interface Scenario {
  readonly name: string;
  /** One line for the list. */
  readonly what: string;
  /** Where it can be measured. */
  readonly on: 'anyKcp' | 'emulator';
  run(run: Run): Promise<void>;
}
