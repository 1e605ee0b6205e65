import { Pointer, applyPatch, type Operation } from 'rfc6902';
import { ApiError, badRequest } from '../../server/answer/api-error.js';
import { copyJson } from '../../storage/json/copy-json.js';
import { isJsonObject, type JsonObject } from '../../storage/kube-object.js';

/**
 * RFC 6902 on a copy, all or nothing.
 * @throws ApiError 400 for a body that is no patch, 422 for an operation that does not apply
 */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch) || !patch.every(isJsonObject)) throw badRequest('the JSON patch must be a list of operations');
  if (!patch.every(isReadable)) throw badRequest('error decoding patch: an operation has another type');
  const result: unknown = copyJson(target);
  for (const operation of patch) applyOne(result, operation as unknown as Operation);
  return result;
}

function isReadable({ op, path, from }: JsonObject): boolean {
  return [op, path, from].every((field) => field === undefined || field === null || typeof field === 'string');
}

function applyOne(document: unknown, operation: Operation): void {
  // The library steps over these parts of a path, and would write somewhere else.
  if ([operation.path, (operation as { from?: unknown }).from].some((path) => typeof path === 'string' && OF_A_PROTOTYPE.test(path))) throw refused();
  // The library tells an absent value from null; the Go library behind Kubernetes does not.
  if (operation.op === 'test' && operation.value === null && valueAt(document, operation.path) === undefined) return;
  const [failure] = applyPatch(document, [operation]);
  if (failure === null || failure === undefined) return;
  throw refused();
}

const OF_A_PROTOTYPE = /\/(?:__proto__|constructor|prototype)(?:\/|$)/;

function refused(): ApiError {
  return new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

function valueAt(document: unknown, path: string): unknown {
  try {
    return Pointer.fromJSON(path).evaluate(document).value;
  } catch {
    return undefined;
  }
}
