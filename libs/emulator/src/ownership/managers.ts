/** Who owns which fields of an object: `metadata.managedFields`, read and written. */
import { objectAt, textAt, type JsonObject } from '../storage/kube-object.js';
import { difference, intersection, union, type FieldSet } from './field-set.js';
import type { FieldChanges } from './object-fields.js';

/** Somebody who writes an object: by which name, how, and through which endpoint. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
}

/** A manager with its fields. */
export interface Owner extends Manager {
  readonly apiVersion: string;
  readonly time: string;
  readonly fields: FieldSet | undefined;
}

/** Reads the entries of an object. */
export function readOwners(entries: readonly JsonObject[] | undefined): Owner[] {
  return (entries ?? []).map((entry) => ({
    name: textAt(entry.manager) ?? '',
    operation: entry.operation === 'Apply' ? 'Apply' : 'Update',
    subresource: textAt(entry.subresource) ?? '',
    apiVersion: textAt(entry.apiVersion) ?? '',
    time: textAt(entry.time) ?? '',
    fields: objectAt(entry.fieldsV1) as FieldSet,
  }));
}

/** The entries that say who owns what, who applies first and then by their times; owners without fields are left out. */
export function writeOwners(owners: readonly Owner[]): JsonObject[] {
  return owners
    .filter((owner) => owner.fields !== undefined)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map(({ name, operation, subresource, apiVersion, time, fields }) => ({
      manager: name,
      operation,
      apiVersion,
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: fields,
      ...(subresource === '' ? {} : { subresource }),
    }));
}

function orderOf({ operation, time, name, apiVersion, subresource }: Owner): string {
  return [operation, time, name, apiVersion, subresource].join('\0');
}

/** Whether two entries are one manager. */
export function isSameManager(a: Manager, b: Manager): boolean {
  return a.name === b.name && a.operation === b.operation && a.subresource === b.subresource;
}

/** The owners after a write that was no apply: who changed a field has it, and removed fields are nobody's. */
export function afterUpdate(owners: readonly Owner[], writer: Owner, changes: FieldChanges): Owner[] {
  const others = owners.filter((owner) => !isSameManager(owner, writer)).map((owner) => without(without(owner, changes.changed), changes.removed));
  const own = owners.find((owner) => isSameManager(owner, writer));
  const fields = union(difference(own?.fields, changes.removed), changes.changed);
  return [...others, { ...writer, fields }];
}

/** The owner without these fields. */
export function without(owner: Owner, fields: FieldSet | undefined): Owner {
  return fields === undefined || intersection(owner.fields, fields) === undefined ? owner : { ...owner, fields: difference(owner.fields, fields) };
}
