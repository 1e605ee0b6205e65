import type { Cause } from '../server/answer/api-error.js';
import { isLabelValue, isQualifiedName } from '../storage/qualified-name.js';
import type { KubeObject, ObjectMeta, OwnerReference } from '../storage/kube-object.js';
import type { ResourceType } from './type/resource-type.js';

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const LONGEST_SUBDOMAIN = 253;

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Faults of the common metadata. */
export function metadataFaults(type: ResourceType, object: KubeObject, old: KubeObject | undefined): Cause[] {
  const { metadata } = object;
  return [...nameFaults(type, metadata), ...labelFaults(metadata), ...finalizerFaults(type, metadata, old), ...ownerFaults(metadata)];
}

function nameFaults(type: ResourceType, { name, generateName }: ObjectMeta): Cause[] {
  const rule = NAME_RULES[type.names];
  const faults: Cause[] = [];
  // What is generated is put behind it: a dash may stand at its end.
  const why = generateName === undefined ? undefined : rule(generateName.replace(/-$/, 'a'));
  if (generateName !== undefined && why !== undefined) faults.push(invalidField('metadata.generateName', generateName, why));
  if (name === '') return [...faults, { reason: 'FieldValueRequired', message: 'Required value: name or generateName is required', field: 'metadata.name' }];
  const fault = rule(name);
  return fault === undefined ? faults : [...faults, invalidField('metadata.name', name, fault)];
}

/** Whether a name may stand in a path. */
export function isPathSegment(name: string): boolean {
  return pathNameFault(name) === undefined;
}

function pathNameFault(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`;
  return /[/%]/.test(name) ? `may not contain '/' or '%'` : undefined;
}

const NAME_RULES: Readonly<Record<ResourceType['names'], (name: string) => string | undefined>> = {
  path: pathNameFault,
  dns: dnsNameFault,
  label: (name) => (LABEL.test(name) ? undefined : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"),
};

function dnsNameFault(name: string): string | undefined {
  if (name.length > LONGEST_SUBDOMAIN) return 'must be no more than 253 characters';
  return SUBDOMAIN.test(name) ? undefined : SUBDOMAIN_RULE;
}

function labelFaults(metadata: ObjectMeta): Cause[] {
  const faults: Cause[] = [];
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (!isQualifiedName(key)) faults.push(invalidField('metadata.labels', key, 'name part must consist of alphanumeric characters'));
    if (!isLabelValue(value)) faults.push(invalidField('metadata.labels', value, 'a valid label must be an empty string or consist of alphanumeric characters'));
  }
  for (const key of Object.keys(metadata.annotations ?? {})) {
    if (!isQualifiedName(key.toLowerCase())) faults.push(invalidField('metadata.annotations', key, 'name part must consist of alphanumeric characters'));
  }
  return faults;
}

const STANDARD_FINALIZERS: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** Where finalizers are `standard`, others than Kubernetes' own have to name whose they are. */
export function isFinalizer({ finalizers }: Pick<ResourceType, 'finalizers'>, name: string): boolean {
  return isQualifiedName(name) && (finalizers === 'any' || name.includes('/') || STANDARD_FINALIZERS.includes(name));
}

function finalizerFaults(type: ResourceType, metadata: ObjectMeta, old: KubeObject | undefined): Cause[] {
  const faults: Cause[] = [];
  for (const [index, finalizer] of (metadata.finalizers ?? []).entries()) {
    if (!isFinalizer(type, finalizer)) faults.push(invalidField(`metadata.finalizers[${index}]`, finalizer, 'name part must consist of alphanumeric characters'));
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

/** Nothing of an Event outlives it. */
const NO_OWNERS: readonly string[] = ['v1/Event', 'events.k8s.io/v1/Event'];

function ownerFaults(metadata: ObjectMeta): Cause[] {
  const owners = metadata.ownerReferences ?? [];
  const faults = owners.flatMap((owner) => {
    const own: Cause[] = OWNER_FIELDS.filter((field) => isUnsaid(owner, field)).map((field) => invalidField(`metadata.ownerReferences.${field}`, owner[field] ?? '', 'must not be empty'));
    if (NO_OWNERS.includes(`${owner.apiVersion}/${owner.kind}`)) own.push(invalidField('metadata.ownerReferences', owner.name, `${owner.apiVersion}, Kind=${owner.kind} is disallowed from being an owner`));
    return own;
  });
  const controllers = owners.filter(({ controller }) => controller === true).map(({ kind, name }) => `${kind}/${name}`);
  const [first, second] = controllers;
  if (first === undefined || second === undefined) return faults;
  return [...faults, invalidField('metadata.ownerReferences', second, `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`)];
}

const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid'] as const;

/** More than one slash is no version. */
function isUnsaid(owner: OwnerReference, field: (typeof OWNER_FIELDS)[number]): boolean {
  const value = owner[field] ?? '';
  return value === '' || (field === 'apiVersion' && value.split('/').length > 2);
}

function invalidField(field: string, value: string, rule: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
