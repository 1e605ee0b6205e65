/**
 * Why a key is in the queue, most urgent first.
 * `changed`: somebody changed the order. `retry`: the last pass failed or waits for something.
 * `settled`: Ready and observed, seen again (first fill, config fan-out). `poll`: drift check.
 */
export const KEY_CLASSES = ['changed', 'retry', 'settled', 'poll'] as const;

export type KeyClass = (typeof KEY_CLASSES)[number];

/** 0 is the most urgent. */
export type Urgency = 0 | 1 | 2 | 3;

const URGENCY: Readonly<Record<KeyClass, Urgency>> = { changed: 0, retry: 1, settled: 2, poll: 3 };

export function urgencyOf(keyClass: KeyClass): Urgency {
  return URGENCY[keyClass];
}

export function moreUrgent(one: KeyClass, other: KeyClass): KeyClass {
  return URGENCY[one] <= URGENCY[other] ? one : other;
}
