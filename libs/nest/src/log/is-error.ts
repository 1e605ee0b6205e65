import { types } from 'node:util';

/** An error of any realm: under a test runner those of Node itself are no instances of its `Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}
