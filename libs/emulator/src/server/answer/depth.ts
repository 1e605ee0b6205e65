import { ApiError, badRequest } from './api-error.js';

/** As Go's JSON: what is nested deeper is not read. */
const READ = 10_000;
/** What is nested deeper is not held: everything that walks an object calls itself. */
const HELD = 1_000;

/**
 * Refuses what is nested too deep.
 * @throws ApiError 400 for what no server reads, 422 for what this one does not hold
 */
export function checkDepth(value: unknown): void {
  const depth = depthOf(value);
  if (depth > READ) throw badRequest('the object provided is unrecognized: exceeded max depth');
  if (depth > HELD) throw new ApiError(422, 'Invalid', `the object is nested ${depth} levels deep; the emulator holds ${HELD}`, {});
}

/** Level by level, since the call stack would not hold it. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value].filter(isNested); level.length > 0; level = level.flatMap((nested) => Object.values(nested)).filter(isNested)) depth += 1;
  return depth;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
