import type { User } from '../auth/user.js';
import type { ObjectView } from './object-view.js';
import type { ServedResource } from './resource-type.js';

/** What is done with fields that the schema does not know. */
export type UnknownFields = 'ignore' | 'warn' | 'strict';

/** Everything about a write but the object itself. */
export interface WriteRequest {
  readonly cluster: string;
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  readonly user: User;
  readonly dryRun: boolean;
  readonly unknownFields: UnknownFields;
  /** Who is recorded as owner of the fields. */
  readonly fieldManager: string | undefined;
  readonly view: ObjectView | undefined;
  /** Texts for `Warning` headers; the store adds to them. */
  readonly warnings: string[];
}

/** What a deletion insists on. */
export interface DeletePreconditions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** How dependents are treated. */
export type Propagation = 'Background' | 'Foreground' | 'Orphan';
