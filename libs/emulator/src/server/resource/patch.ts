import { jsonPatch } from '../../schema/patch/json-patch.js';
import { mergePatch } from '../../schema/patch/merge-patch.js';
import { strategicMergePatch } from '../../schema/patch/strategic-merge-patch.js';
import type { KubeObject } from '../../storage/kube-object.js';
import { isJsonObject } from '../../storage/kube-object.js';
import { badRequest, unsupportedMediaType } from '../answer/api-error.js';
import type { ResourceCall } from './resource-call.js';

const MEDIA_TYPES = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';

/**
 * What the body of a patch does to an object, by its content type.
 * @throws ApiError 415 for a kind of patch that the resource does not take, 400 for a malformed one
 */
export function patchFor(call: ResourceCall, body: unknown): (shown: KubeObject) => unknown {
  switch (call.exchange.contentType) {
    case 'application/json-patch+json':
      return (shown) => jsonPatch(shown, body);
    case 'application/merge-patch+json':
      if (!isJsonObject(body)) throw badRequest('the merge patch must be an object');
      return (shown) => mergePatch(shown, body);
    case 'application/strategic-merge-patch+json':
      if (call.served.type.origin !== 'builtin') throw notTaken();
      if (!isJsonObject(body)) throw badRequest('the patch must be an object');
      return (shown) => strategicMergePatch(shown, body);
    default:
      throw notTaken();
  }
}

function notTaken(): Error {
  return unsupportedMediaType(`the body of the request was in an unknown format - accepted media types include: ${MEDIA_TYPES}`);
}
