import { badRequest, invalid } from '../answer/api-error.js';
import { isTrue } from './resource-call.js';

const MATCHES: readonly string[] = ['Exact', 'NotOlderThan'];

/**
 * Checks what a list or watch is asked for.
 * @throws ApiError 400 for a number that is none, 422 for what does not go together
 */
export function checkListOptions(verb: 'list' | 'watch', query: URLSearchParams): void {
  for (const name of ['limit', 'timeoutSeconds']) checkNumber(query.get(name));
  const match = query.get('resourceVersionMatch') ?? '';
  if (verb === 'watch') return;
  if (isTrue(query.get('sendInitialEvents'))) throw forbiddenOption('sendInitialEvents', 'sendInitialEvents is forbidden for list');
  if (match === '') return;
  if ((query.get('resourceVersion') ?? '') === '') throw forbiddenOption('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (!MATCHES.includes(match)) {
    const message = `Unsupported value: ${JSON.stringify(match)}: supported values: ${MATCHES.map((known) => JSON.stringify(known)).join(', ')}`;
    throw invalid('meta.k8s.io', 'ListOptions', '', [{ reason: 'FieldValueNotSupported', message, field: 'resourceVersionMatch' }]);
  }
}

function checkNumber(text: string | null): void {
  if (text !== null && !/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
}

function forbiddenOption(field: string, why: string): Error {
  return invalid('meta.k8s.io', 'ListOptions', '', [{ reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field }]);
}
