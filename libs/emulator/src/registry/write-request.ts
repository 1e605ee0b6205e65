import type { User } from '../auth/user.js';
import type { ObjectView } from './object-view.js';
import type { ServedResource } from './type/resource-type.js';

/** What is done with fields that the type does not know, and with those that stand twice in a body. */
export type UnknownFields = 'ignore' | 'warn' | 'strict';

/** Where an object comes from: a body that says it whole, or what a patch makes. What cannot be read is refused in other words. */
export type ReadAs = 'body' | 'patch';

/** Everything about a write but the object itself. */
export interface WriteRequest {
  readonly cluster: string;
  readonly served: ServedResource;
  readonly namespace: string | undefined;
  readonly user: User;
  readonly dryRun: boolean;
  readonly unknownFields: UnknownFields;
  readonly readAs: ReadAs;
  /** The fields that stood twice in the body. */
  readonly doubled: readonly string[];
  /** Who is recorded as owner of the fields. */
  readonly fieldManager: string;
  readonly view: ObjectView | undefined;
  /** A new object that is applied belongs to its applier as `Apply`; through a virtual workspace kcp notes it as `Update`. */
  readonly createdByApplyAs: 'Apply' | 'Update';
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
