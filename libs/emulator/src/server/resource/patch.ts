import { jsonPatch } from '../../schema/patch/json-patch.js';
import { mergePatch } from '../../schema/patch/merge-patch.js';
import { strategicMergePatch } from '../../schema/patch/strategic-merge-patch.js';
import { isJsonObject, type JsonObject, type KubeObject } from '../../storage/kube-object.js';
import { badRequest, unsupportedMediaType } from '../answer/api-error.js';
import { APPLY } from './apply-handler.js';
import type { ResourceCall } from './resource-call.js';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';

const OF_CUSTOM: readonly string[] = [JSON_PATCH, MERGE_PATCH, APPLY];
const OF_BUILTIN: readonly string[] = [JSON_PATCH, MERGE_PATCH, STRATEGIC_PATCH, APPLY];

/**
 * Checks that the resource takes this kind of patch.
 * @throws ApiError 415
 */
export function checkPatchType({ exchange, served }: ResourceCall): void {
  const taken = served.type.origin === 'builtin' ? OF_BUILTIN : OF_CUSTOM;
  if (!taken.includes(exchange.contentType)) throw unsupportedMediaType(`the body of the request was in an unknown format - accepted media types include: ${taken.join(', ')}`);
}

/** What a strategic patch says of the type is not looked at. */
function ofSameType({ apiVersion, kind }: KubeObject, patched: JsonObject): JsonObject {
  const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';
  return isText(patched.apiVersion) && isText(patched.kind) ? { ...patched, apiVersion, kind } : patched;
}

/**
 * What the body of a patch does to an object, by its content type.
 * @throws ApiError 400 for a malformed one
 */
export function patchFor({ exchange }: ResourceCall, body: unknown): (shown: KubeObject) => unknown {
  if (exchange.contentType === JSON_PATCH) return (shown) => jsonPatch(shown, body === null ? [] : body);
  if (exchange.contentType === STRATEGIC_PATCH && body === null) return (shown) => shown;
  if (!isJsonObject(body)) throw badRequest('error decoding patch: it is not an object');
  return exchange.contentType === MERGE_PATCH ? (shown) => mergePatch(shown, body) : (shown) => ofSameType(shown, strategicMergePatch(shown, body));
}
