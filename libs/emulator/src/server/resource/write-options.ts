import { invalid, type Cause } from '../answer/api-error.js';

/** As kube-apiserver: more is no name of a manager. */
const LONGEST_MANAGER = 128;
const VALIDATIONS: readonly string[] = ['', 'Ignore', 'Warn', 'Strict'];

/**
 * Checks the options of a write that stand in its query.
 * @throws ApiError 422 with a cause for each that is not known
 */
export function checkWriteOptions(kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions', query: URLSearchParams): void {
  const causes = [...dryRunCauses(query.getAll('dryRun')), ...validationCauses(query.get('fieldValidation') ?? ''), ...managerCauses(query.get('fieldManager') ?? '')];
  if (causes.length > 0) throw invalid('meta.k8s.io', kind, '', causes);
}

function dryRunCauses(values: readonly string[]): Cause[] {
  return values.every((value) => value === 'All') ? [] : [unsupported('dryRun', values.join(','), ['All'])];
}

function validationCauses(value: string): Cause[] {
  return VALIDATIONS.includes(value) ? [] : [unsupported('fieldValidation', value, VALIDATIONS)];
}

function managerCauses(value: string): Cause[] {
  if (value.length <= LONGEST_MANAGER) return [];
  return [{ reason: 'FieldValueTooLong', message: `Too long: may not be more than ${LONGEST_MANAGER} bytes`, field: 'fieldManager' }];
}

function unsupported(field: string, value: string, known: readonly string[]): Cause {
  return { reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${known.map((one) => JSON.stringify(one)).join(', ')}`, field };
}
