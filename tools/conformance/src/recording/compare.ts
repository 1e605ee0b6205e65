import type { SeenItem } from './item-recorder.js';
import { firstDifference } from './seen-answer.js';

/** The checks in which an item differs from its recording, in words. */
export function differentChecks(recorded: SeenItem, seen: SeenItem): string[] {
  const differences = [...recorded].flatMap(([check, expected]) => {
    const found = seen.get(check);
    if (found === undefined) return [`${check}: was not asked`];
    const difference = firstDifference(expected, found);
    return difference === undefined ? [] : [`${check}: ${difference}`];
  });
  const added = [...seen.keys()].filter((check) => !recorded.has(check)).map((check) => `${check}: is not recorded`);
  return [...differences, ...added];
}
