import type { Cause } from '../server/answer/api-error.js';
import type { ObjectSchema } from '../registry/type/resource-type.js';
import type { JsonObject } from '../storage/kube-object.js';
import { dropNulls, fillDefaults } from './defaults.js';
import { prune } from './prune.js';
import { readSchema } from './read-schema.js';
import type { SchemaNode } from './schema-node.js';
import { RULES_NOT_CHECKED, isBlocking, validate } from './validate.js';

/** A structural schema, read once and then applied to every object of its version. */
export class StructuralSchema implements ObjectSchema {
  readonly root: SchemaNode;

  /** @throws SchemaProblem when it is not structural or has a rule that cannot be evaluated */
  constructor(
    readonly source: JsonObject,
    path = 'openAPIV3Schema',
  ) {
    this.root = readSchema(source, path);
  }

  prune(object: JsonObject): string[] {
    return prune(object, this.root);
  }

  dropNulls(object: JsonObject): void {
    dropNulls(object, this.root);
  }

  fillDefaults(object: JsonObject): void {
    fillDefaults(object, this.root);
  }

  validate(object: JsonObject, old: JsonObject | undefined): Cause[] {
    return validate(object, old, this.root);
  }

  unchecked(faults: readonly Cause[]): Cause[] {
    return this.root.hasRules && faults.some(isBlocking) ? [RULES_NOT_CHECKED] : [];
  }
}
