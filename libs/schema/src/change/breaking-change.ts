import type { JsonSchema } from '../structure/json-schema.js';

/** A change that would make an object refused or lose data that the old schema took. */
export interface BreakingChange {
  /** Path of the property, `spec.storage.size`; empty for the whole object. */
  readonly path: string;
  readonly kind: 'removed' | 'narrowed' | 'newly-required' | 'retyped';
  readonly message: string;
}

/** What of a schema change would break living objects; empty when nothing would. */
export function breakingChanges(_before: JsonSchema, _after: JsonSchema): BreakingChange[] {
  throw new Error('not there yet');
}
