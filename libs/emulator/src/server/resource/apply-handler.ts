import { isJsonObject, textAt } from '../../storage/kube-object.js';
import { badRequest } from '../answer/api-error.js';
import type { JsonText } from '../answer/json-text.js';
import { sendObject } from '../answer/send-object.js';
import { flagIn } from './parameters.js';
import { writeRequest, type ResourceCall } from './resource-call.js';

/** The content type of server-side apply. */
export const APPLY = 'application/apply-patch+yaml';

/** Answers a server-side apply. */
export function handleApply(call: ResourceCall, { value, doubled }: JsonText): void {
  if (!isJsonObject(value)) throw badRequest('error decoding YAML: the body is not an object');
  for (const field of ['apiVersion', 'kind'] as const) if (textAt(value[field]) === undefined) throw badRequest(`invalid object type: ${field} must be set`);
  const part = call.subresource === 'status' ? 'status' : 'main';
  const { kind, object } = call.surface.state.store.apply(writeRequest(call, 'body', doubled), call.name ?? '', part, value, flagIn(call.exchange.query, 'force') ? 'force' : 'refuse');
  // Behind a virtual workspace the creation is forwarded as a patch, and its code is lost.
  sendObject(call, kind === 'created' && call.surface.kind === 'workspace' ? 201 : 200, object);
}
