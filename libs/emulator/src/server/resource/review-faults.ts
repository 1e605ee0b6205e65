import { objectAt, textAt, textsAt, type JsonObject } from '../../storage/kube-object.js';
import type { Cause } from '../answer/api-error.js';

/** What is wrong with a question about somebody's access. */
export function accessReviewFaults(plural: string, body: JsonObject, namespace: string | undefined): Cause[] {
  const spec = objectAt(body.spec);
  const faults = [...subjectFaults(plural, spec), ...attributeFaults(spec)];
  const asked = objectAt(spec.resourceAttributes).namespace;
  if (plural === 'localsubjectaccessreviews' && textAt(asked) !== namespace) faults.push(invalid(`${JSON.stringify(asked ?? '')}: must match metadata.namespace`, 'spec.resourceAttributes.namespace'));
  if (textAt(objectAt(body.metadata).name) !== undefined) faults.push(invalid('must be empty', 'metadata'));
  return faults;
}

function subjectFaults(plural: string, spec: JsonObject): Cause[] {
  if (plural === 'selfsubjectaccessreviews' || textAt(spec.user) !== undefined || textsAt(spec.groups).length > 0) return [];
  return [invalid('"": at least one of user or group must be specified', 'spec.user')];
}

function attributeFaults({ resourceAttributes, nonResourceAttributes }: JsonObject): Cause[] {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) return [invalid('cannot be specified in combination with resourceAttributes', 'spec.nonResourceAttributes')];
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) return [invalid('null: exactly one of nonResourceAttributes or resourceAttributes must be specified', 'spec.resourceAttributes')];
  return [];
}

function invalid(why: string, field: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${why}`, field };
}
