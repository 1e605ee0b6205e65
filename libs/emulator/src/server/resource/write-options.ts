import { invalid, type Cause } from '../answer/api-error.js';
import { APPLY } from './apply-handler.js';

/** As kube-apiserver: more is no name of a manager. */
const LONGEST_MANAGER = 128;
const VALIDATIONS: readonly string[] = ['', 'Ignore', 'Warn', 'Strict'];

/**
 * Checks the options of a creation or a replacement that stand in its query.
 * @throws ApiError 422 with a cause for each that is not known
 */
export function checkWriteOptions(kind: 'CreateOptions' | 'UpdateOptions', query: URLSearchParams): void {
  refuse(kind, commonCauses(query));
}

/**
 * Checks the options of a patch, which differ by its kind.
 * @throws ApiError 422 with a cause for each that is not known or missing
 */
export function checkPatchOptions(contentType: string, query: URLSearchParams): void {
  const manager = query.get('fieldManager') ?? '';
  const own: Cause[] = [];
  if (contentType !== APPLY && query.has('force')) own.push({ reason: 'FieldValueForbidden', message: 'Forbidden: may not be specified for non-apply patch', field: 'force' });
  if (contentType === APPLY && manager === '') own.push({ reason: 'FieldValueRequired', message: 'Required value: is required for apply patch', field: 'fieldManager' });
  refuse('PatchOptions', [...own, ...commonCauses(query)]);
}

/** What is wrong with the values of `dryRun`. */
export function dryRunCauses(values: readonly string[]): Cause[] {
  return values.every((value) => value === 'All') ? [] : [unsupported('dryRun', values.join(','), ['All'])];
}

function refuse(kind: string, causes: readonly Cause[]): void {
  if (causes.length > 0) throw invalid('meta.k8s.io', kind, '', causes);
}

function commonCauses(query: URLSearchParams): Cause[] {
  return [...managerCauses(query.get('fieldManager') ?? ''), ...dryRunCauses(query.getAll('dryRun')), ...validationCauses(query.get('fieldValidation') ?? '')];
}

function validationCauses(value: string): Cause[] {
  return VALIDATIONS.includes(value) ? [] : [unsupported('fieldValidation', value, VALIDATIONS)];
}

function managerCauses(value: string): Cause[] {
  const causes: Cause[] = [];
  if (Buffer.byteLength(value) > LONGEST_MANAGER) causes.push({ reason: 'FieldValueTooLong', message: `Too long: may not be more than ${LONGEST_MANAGER} bytes`, field: 'fieldManager' });
  const unprintable = UNPRINTABLE.exec(value)?.[0];
  if (unprintable !== undefined) causes.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: invalid character ${codeOf(unprintable)} (at position ${value.indexOf(unprintable)})`, field: 'fieldManager' });
  return causes;
}

/** As Go has it: letters, marks, numbers, punctuation, symbols and the one space of ASCII can be printed. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function unsupported(field: string, value: string, known: readonly string[]): Cause {
  return { reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${known.map((one) => JSON.stringify(one)).join(', ')}`, field };
}
