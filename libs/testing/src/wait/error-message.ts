import { types } from 'node:util';

/** The message of whatever was thrown. An error of another realm (jest runs a test in one of its own) is not `instanceof Error`. */
export function errorMessage(thrown: unknown): string {
  return types.isNativeError(thrown) ? thrown.message : String(thrown);
}
