import { isJsonObject, textAt } from '../../storage/kube-object.js';
import { badRequest, invalid } from '../answer/api-error.js';
import { isTrue, writeRequest, type ResourceCall } from './resource-call.js';
import { sendObject } from '../answer/send-object.js';

/** The content type of server-side apply. */
export const APPLY = 'application/apply-patch+yaml';

/** Answers a server-side apply. */
export function handleApply(call: ResourceCall, body: unknown): void {
  const { query } = call.exchange;
  if (query.get('fieldManager') === null) {
    throw invalid('meta.k8s.io', 'PatchOptions', '', [{ reason: 'FieldValueRequired', message: 'Required value: is required for apply patch', field: 'fieldManager' }]);
  }
  if (!isJsonObject(body)) throw badRequest('error decoding YAML: the body is not an object');
  for (const field of ['apiVersion', 'kind'] as const) if (textAt(body[field]) === undefined) throw badRequest(`invalid object type: ${field} must be set`);
  const part = call.subresource === 'status' ? 'status' : 'main';
  const { kind, object } = call.surface.state.store.apply(writeRequest(call), call.name ?? '', part, body, isTrue(query.get('force')) ? 'force' : 'refuse');
  // Behind a virtual workspace the creation is forwarded as a patch, and its code is lost.
  sendObject(call, kind === 'created' && call.surface.kind === 'workspace' ? 201 : 200, object);
}
