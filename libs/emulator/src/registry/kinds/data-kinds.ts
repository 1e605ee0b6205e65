/** ConfigMaps and Secrets: what may stand in their data. */
import type { Cause } from '../../server/answer/api-error.js';
import { objectAt, textAt, type KubeObject } from '../../storage/kube-object.js';
import { sameJson } from '../../storage/json/same-json.js';
import type { Admission } from '../type/admission.js';

const DATA_KEY = /^[-._a-zA-Z0-9]+$/;
const LONGEST_KEY = 253;
/** Of all values together. */
const MOST_BYTES = 1024 * 1024;
const SERVICE_ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';

function keyFaults(data: unknown, field: string): Cause[] {
  return Object.keys(objectAt(data))
    .filter((key) => !DATA_KEY.test(key) || key.length > LONGEST_KEY || key === '.' || key.startsWith('..'))
    .map((key) => ({
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.'`,
      field: `${field}[${key}]`,
    }));
}

function sizeFaults(bytes: number, field: string): Cause[] {
  return bytes > MOST_BYTES ? [{ reason: 'FieldValueTooLong', message: `Too long: may not be more than ${MOST_BYTES} bytes`, field }] : [];
}

function bytesIn(data: unknown, encoding: 'utf8' | 'base64'): number {
  return Object.values(objectAt(data)).reduce<number>((sum, value) => sum + Buffer.byteLength(textAt(value) ?? '', encoding), 0);
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
  validate(object, old) {
    const binary = objectAt(object.binaryData);
    const twice = Object.keys(objectAt(object.data)).filter((key) => Object.hasOwn(binary, key));
    return [
      ...immutableFaults(object, old),
      ...keyFaults(object.data, 'data'),
      ...twice.map((key) => ({ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(key)}: duplicate of key present in binaryData`, field: `data[${key}]` })),
      ...keyFaults(binary, 'binaryData'),
      ...sizeFaults(bytesIn(object.data, 'utf8') + bytesIn(binary, 'base64'), ''),
    ];
  },
};

export const secretAdmission: Admission = {
  generation: 'none',
  prepareCreate: mergeStringData,
  prepareUpdate: mergeStringData,
  validate(object, old) {
    const changed: Cause[] = old !== undefined && old.type !== object.type ? [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(object.type)}: field is immutable`, field: 'type' }] : [];
    return [...changed, ...immutableFaults(object, old), ...keyFaults(object.data, 'data'), ...sizeFaults(bytesIn(object.data, 'base64'), 'data'), ...typeFaults(object)];
  },
};

/** What a Secret of a well-known type has to have. */
function typeFaults({ type, data, metadata }: KubeObject): Cause[] {
  const has = (key: string): boolean => Object.hasOwn(objectAt(data), key);
  switch (type) {
    case SERVICE_ACCOUNT_TOKEN:
      return (metadata.annotations?.['kubernetes.io/service-account.name'] ?? '') === '' ? [missing('metadata.annotations[kubernetes.io/service-account.name]')] : [];
    case 'kubernetes.io/dockercfg':
      return configFaults(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return configFaults(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return has('username') || has('password') ? [] : [missing('data[username]'), missing('data[password]')];
    case 'kubernetes.io/ssh-auth':
      return (textAt(objectAt(data)['ssh-privatekey']) ?? '') === '' ? [missing('data[ssh-privatekey]')] : [];
    case 'kubernetes.io/tls':
      return ['tls.crt', 'tls.key'].filter((key) => !has(key)).map((key) => missing(`data[${key}]`));
    default:
      return [];
  }
}

function missing(field: string): Cause {
  return { reason: 'FieldValueRequired', message: 'Required value', field };
}

function configFaults(data: unknown, key: string): Cause[] {
  const encoded = textAt(objectAt(data)[key]);
  if (encoded === undefined) return [missing(`data[${key}]`)];
  try {
    const config: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString());
    if (typeof config === 'object' && !Array.isArray(config)) return [];
  } catch {
    // What cannot be read is told as what is no object.
  }
  return [{ reason: 'FieldValueInvalid', message: 'Invalid value: "<secret contents redacted>": must be a JSON object', field: `data[${key}]` }];
}

function mergeStringData(object: KubeObject): void {
  if ((object.type ?? '') === '') object.type = 'Opaque';
  if (object.stringData === undefined) return;
  const added = Object.entries(objectAt(object.stringData)).map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')]);
  object.data = Object.fromEntries([...Object.entries(objectAt(object.data)), ...added]);
  delete object.stringData;
}
