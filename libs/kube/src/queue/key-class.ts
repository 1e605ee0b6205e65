/**
 * Why a key is in the queue, most urgent first.
 * `changed`: somebody changed the order. `retry`: the last pass failed or waits for something.
 * `settled`: Ready and observed, seen again (first fill, config fan-out). `poll`: drift check.
 */
export const KEY_CLASSES = ['changed', 'retry', 'settled', 'poll'] as const;

export type KeyClass = (typeof KEY_CLASSES)[number];

/** Somebody waits for a key of these. */
export const AWAITED_CLASSES: readonly KeyClass[] = ['changed', 'retry'];

/** The more urgent of two. */
export function moreUrgent(one: KeyClass, other: KeyClass): KeyClass {
  return KEY_CLASSES.indexOf(one) <= KEY_CLASSES.indexOf(other) ? one : other;
}
