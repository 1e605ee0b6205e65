/** Keeps `metadata.managedFields` in step with the writes of one request. */
import { BUILTIN, schemaShape, type FieldShape } from '../ownership/field-shape.js';
import { afterUpdate, isSameManager, readOwners, writeOwners, type Owner } from '../ownership/managers.js';
import { appliedFields, changedFields, fieldsOf, ownable, type OwnedPart } from '../ownership/object-fields.js';
import type { JsonObject, KubeObject } from '../storage/kube-object.js';
import { sameJson } from '../storage/json/same-json.js';
import { apiVersionOf } from './type/resource-type.js';
import type { WriteRequest } from './write-request.js';

/** The shape for a version with this schema; built-in kinds have none. */
export function shapeFor(root: Parameters<typeof schemaShape>[0] | undefined): FieldShape {
  return root === undefined ? BUILTIN : schemaShape(root);
}

/** The writer of a request as an owner without fields. */
export function writerOf(request: WriteRequest, operation: Owner['operation'], part: OwnedPart, time: string): Owner {
  const { type, version } = request.served;
  return { name: request.fieldManager, operation, subresource: part === 'status' ? 'status' : '', apiVersion: apiVersionOf(type.group, version.name), time, fields: undefined };
}

/** The owners of a new object: its creator has everything. */
export function ownersOfNew(writer: Owner, object: KubeObject, part: OwnedPart, shape: FieldShape): Owner[] {
  return [{ ...writer, fields: fieldsOf(ownable(object, part), shape) }];
}

/** The owner of what is applied where nothing is. */
export function ownersOfApplied(applier: Owner, wishes: KubeObject, shape: FieldShape): Owner[] {
  return [{ ...applier, fields: appliedFields(ownable(wishes, 'main'), shape) }];
}

/** The owners after a write that was no apply. */
export function ownersAfterUpdate(writer: Owner, old: KubeObject, next: KubeObject, part: OwnedPart, shape: FieldShape): Owner[] {
  const owners = readOwners(old.metadata.managedFields);
  return afterUpdate(owners, writer, changedFields(ownable(old, part), ownable(next, part), shape));
}

/** The owners of a live object; one whose owners were never noted belongs to somebody before us. */
export function ownersOf(object: KubeObject, writer: Owner, part: OwnedPart, shape: FieldShape): Owner[] {
  const owners = readOwners(object.metadata.managedFields);
  const owned = ownable(object, part);
  if (owners.length > 0 || Object.keys(owned).length === 0) return owners;
  return [{ ...writer, name: 'before-first-apply', operation: 'Update', fields: fieldsOf(owned, shape) }];
}

/** The entries to store: an owner whose fields stay the same keeps its time. */
export function managedEntries(owners: readonly Owner[], old: KubeObject | undefined): JsonObject[] {
  const before = readOwners(old?.metadata.managedFields);
  return writeOwners(
    owners.map((owner) => {
      const known = before.find((entry) => isSameManager(entry, owner));
      return known !== undefined && sameJson(known.fields, owner.fields) ? { ...owner, time: known.time, apiVersion: known.apiVersion } : owner;
    }),
  );
}
