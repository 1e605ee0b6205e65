import { invalid, type Cause } from '../answer/api-error.js';
import { checkSelectors } from './field-values.js';
import { flagIn, integerIn } from './parameters.js';

const NOT_OLDER = 'NotOlderThan';
const OF_LISTS: readonly string[] = ['Exact', NOT_OLDER];

/**
 * Checks what a list, a watch or a deletion of a collection is asked for.
 * @throws ApiError 400 for a number that is none, 422 for what does not go together
 */
export function checkListOptions(query: URLSearchParams): void {
  for (const name of ['limit', 'timeoutSeconds']) integerIn(query, name);
  checkSelectors(query);
  const causes = flagIn(query, 'watch') ? watchCauses(query) : listCauses(query);
  if (causes.length > 0) throw invalid('meta.k8s.io', 'ListOptions', '', causes);
}

function listCauses(query: URLSearchParams): Cause[] {
  const causes: Cause[] = [];
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  if (match !== '') {
    if (version === '') causes.push(forbiddenOption('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    causes.push(...continueCauses(query));
    if (!OF_LISTS.includes(match)) causes.push(unsupportedMatch(match, OF_LISTS));
    if (match === 'Exact' && version === '0') causes.push(forbiddenOption('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  if (query.has('sendInitialEvents')) causes.push(forbiddenOption('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  return causes;
}

function watchCauses(query: URLSearchParams): Cause[] {
  const causes: Cause[] = [];
  const match = query.get('resourceVersionMatch') ?? '';
  const hasInitial = query.has('sendInitialEvents');
  if (hasInitial && match !== NOT_OLDER) causes.push(forbiddenOption('resourceVersionMatch', `sendInitialEvents requires setting resourceVersionMatch to ${NOT_OLDER}`));
  if (match === '') return causes;
  if (!hasInitial) causes.push(forbiddenOption('resourceVersionMatch', 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  if (match !== NOT_OLDER) causes.push(unsupportedMatch(match, [NOT_OLDER]));
  return [...causes, ...continueCauses(query)];
}

function continueCauses(query: URLSearchParams): Cause[] {
  return (query.get('continue') ?? '') === '' ? [] : [forbiddenOption('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided')];
}

function unsupportedMatch(match: string, known: readonly string[]): Cause {
  return { reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(match)}: supported values: ${known.map((one) => JSON.stringify(one)).join(', ')}`, field: 'resourceVersionMatch' };
}

function forbiddenOption(field: string, why: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field };
}
