/** What is special about the core kinds: the little that clients of a test server can see. */
import type { Cause } from '../../server/answer/api-error.js';
import { isJsonObject, objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import type { Admission } from '../type/admission.js';

const DATA_KEY = /^[-._a-zA-Z0-9]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SERVICE_ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';

function keyFaults(data: unknown, field: string): Cause[] {
  return Object.keys(objectAt(data))
    .filter((key) => !DATA_KEY.test(key) || key.length > 253)
    .map((key) => ({
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.'`,
      field: `${field}[${key}]`,
    }));
}

function textFaults(data: unknown, field: string): Cause[] {
  if (data !== undefined && data !== null && !isJsonObject(data)) return [{ reason: 'FieldValueInvalid', message: 'Invalid value: must be a map', field }];
  return Object.entries(objectAt(data))
    .filter(([, value]) => typeof value !== 'string')
    .map(([key]) => ({ reason: 'FieldValueInvalid', message: 'Invalid value: must be a string', field: `${field}[${key}]` }));
}

function immutableFaults(object: KubeObject, old: KubeObject | undefined): Cause[] {
  if (old?.immutable !== true) return [];
  const faults: Cause[] = [];
  for (const field of ['immutable', 'data', 'binaryData'] as const) {
    if (!sameJson(object[field], old[field])) faults.push({ reason: 'FieldValueForbidden', message: 'Forbidden: field is immutable when `immutable` is set', field });
  }
  return faults;
}

export const configMapAdmission: Admission = {
  generation: 'none',
  validate: (object, old) => [...keyFaults(object.data, 'data'), ...textFaults(object.data, 'data'), ...immutableFaults(object, old)],
};

export const secretAdmission: Admission = {
  generation: 'none',
  prepareCreate: mergeStringData,
  prepareUpdate: mergeStringData,
  validate(object, old) {
    const faults = [...keyFaults(object.data, 'data'), ...textFaults(object.data, 'data'), ...immutableFaults(object, old)];
    for (const [key, value] of Object.entries(objectAt(object.data))) {
      if (typeof value === 'string' && !BASE64.test(value)) faults.push({ reason: 'FieldValueInvalid', message: 'Invalid value: illegal base64 data', field: `data[${key}]` });
    }
    if (old !== undefined && old.type !== object.type) faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.type)}: field is immutable`, field: 'type' });
    if (object.type === SERVICE_ACCOUNT_TOKEN && textAt(object.metadata.annotations?.['kubernetes.io/service-account.name']) === undefined) {
      faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'metadata.annotations[kubernetes.io/service-account.name]' });
    }
    return faults;
  },
};

function mergeStringData(object: KubeObject): void {
  object.type ??= 'Opaque';
  if (object.stringData === undefined) return;
  const added = Object.entries(objectAt(object.stringData)).map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')]);
  object.data = { ...objectAt(object.data), ...Object.fromEntries(added) };
  delete object.stringData;
}

export const serviceAccountAdmission: Admission = { generation: 'none' };

/** A binding refers to one role for ever. */
export const roleBindingAdmission: Admission = {
  generation: 'none',
  prepareCreate: defaultSubjects,
  prepareUpdate: defaultSubjects,
  validate(object, old) {
    const ref = objectAt(object.roleRef);
    const faults: Cause[] = [];
    if (textAt(ref.name) === undefined) faults.push({ reason: 'FieldValueRequired', message: 'Required value', field: 'roleRef.name' });
    if (ref.kind !== 'Role' && ref.kind !== 'ClusterRole') {
      faults.push({ reason: 'FieldValueNotSupported', message: `Unsupported value: ${JSON.stringify(ref.kind ?? '')}: supported values: "ClusterRole", "Role"`, field: 'roleRef.kind' });
    }
    if (old !== undefined && !sameJson(object.roleRef, old.roleRef)) faults.push({ reason: 'FieldValueInvalid', message: 'Invalid value: cannot change roleRef', field: 'roleRef' });
    return faults;
  },
};

function defaultSubjects(object: KubeObject): void {
  if (!Array.isArray(object.subjects)) return;
  object.subjects = object.subjects.map((subject: unknown) => {
    if (!isJsonObject(subject) || subject.apiGroup !== undefined || subject.kind === 'ServiceAccount') return subject;
    return { ...subject, apiGroup: 'rbac.authorization.k8s.io' };
  });
}

export const roleAdmission: Admission = {
  generation: 'none',
  validate(object) {
    if (!Array.isArray(object.rules)) return [];
    return object.rules.flatMap((rule: unknown, index): Cause[] =>
      isJsonObject(rule) && Array.isArray(rule.verbs) && rule.verbs.length > 0 ? [] : [{ reason: 'FieldValueRequired', message: 'Required value: verbs must contain at least one value', field: `rules[${index}].verbs` }],
    );
  },
};

const MICRO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}(?:Z|[-+]\d{2}:\d{2})$/;

/** Leases are read by strict typed clients: a time without microseconds is a decoding error there. */
export const leaseAdmission: Admission = {
  generation: 'none',
  validate(object) {
    const spec = objectAt(object.spec);
    const faults: Cause[] = [];
    for (const field of ['acquireTime', 'renewTime'] as const) {
      const time = spec[field];
      if (time !== undefined && time !== null && (typeof time !== 'string' || !MICRO_TIME.test(time))) {
        faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(time)}: must be a time with microseconds`, field: `spec.${field}` });
      }
    }
    if (typeof spec.leaseDurationSeconds === 'number' && spec.leaseDurationSeconds <= 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseDurationSeconds}: must be greater than 0`, field: 'spec.leaseDurationSeconds' });
    }
    if (typeof spec.leaseTransitions === 'number' && spec.leaseTransitions < 0) {
      faults.push({ reason: 'FieldValueInvalid', message: `Invalid value: ${spec.leaseTransitions}: must be greater than or equal to 0`, field: 'spec.leaseTransitions' });
    }
    return faults;
  },
};
