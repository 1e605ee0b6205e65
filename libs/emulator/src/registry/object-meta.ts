import type { Cause } from '../server/answer/api-error.js';
import type { KubeObject, ObjectMeta } from '../storage/kube-object.js';
import type { ResourceType } from './type/resource-type.js';

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED = /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

/** Faults of the common metadata. */
export function metadataFaults(type: ResourceType, object: KubeObject, old: KubeObject | undefined): Cause[] {
  const { metadata } = object;
  return [...nameFaults(type, metadata.name), ...labelFaults(metadata), ...finalizerFaults(type, metadata, old), ...ownerFaults(metadata)];
}

function nameFaults(type: ResourceType, name: string): Cause[] {
  if (name === '') return [{ reason: 'FieldValueRequired', message: 'Required value: name or generateName is required', field: 'metadata.name' }];
  const rule = type.names === 'path' ? pathNameFault(name) : dnsNameFault(name);
  return rule === undefined ? [] : [{ reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(name)}: ${rule}`, field: 'metadata.name' }];
}

function pathNameFault(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  return /[/%]/.test(name) ? `may not contain '/' or '%'` : undefined;
}

function dnsNameFault(name: string): string | undefined {
  if (name.length > 253) return 'must be no more than 253 characters';
  return SUBDOMAIN.test(name) ? undefined : SUBDOMAIN_RULE;
}

function labelFaults(metadata: ObjectMeta): Cause[] {
  const faults: Cause[] = [];
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (!QUALIFIED.test(key)) faults.push(invalidField('metadata.labels', key, 'name part must consist of alphanumeric characters'));
    if (!LABEL_VALUE.test(value)) faults.push(invalidField('metadata.labels', value, 'a valid label must be an empty string or consist of alphanumeric characters'));
  }
  for (const key of Object.keys(metadata.annotations ?? {})) {
    if (!QUALIFIED.test(key.toLowerCase())) faults.push(invalidField('metadata.annotations', key, 'name part must consist of alphanumeric characters'));
  }
  return faults;
}

function finalizerFaults(type: ResourceType, metadata: ObjectMeta, old: KubeObject | undefined): Cause[] {
  const faults: Cause[] = [];
  for (const [index, finalizer] of (metadata.finalizers ?? []).entries()) {
    if (!QUALIFIED.test(finalizer)) faults.push(invalidField(`metadata.finalizers[${index}]`, finalizer, 'name part must consist of alphanumeric characters'));
  }
  if (old?.metadata.deletionTimestamp === undefined) return faults;
  const added = (metadata.finalizers ?? []).filter((finalizer) => !(old.metadata.finalizers ?? []).includes(finalizer));
  if (added.length === 0) return faults;
  const list = `[]string{${added.map((finalizer) => JSON.stringify(finalizer)).join(', ')}}`;
  const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  const fault = { reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' };
  // Kubernetes checks the metadata of custom resources twice and tells this fault twice.
  return type.origin === 'custom' ? [...faults, fault, fault] : [...faults, fault];
}

function ownerFaults(metadata: ObjectMeta): Cause[] {
  const faults: Cause[] = [];
  for (const [index, owner] of (metadata.ownerReferences ?? []).entries()) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (typeof owner[field] !== 'string' || owner[field] === '') {
        faults.push({ reason: 'FieldValueRequired', message: 'Required value: must not be empty', field: `metadata.ownerReferences[${index}].${field}` });
      }
    }
  }
  return faults;
}

function invalidField(field: string, value: string, rule: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
