import type { Cause } from '../../server/answer/api-error.js';
import type { User } from '../../auth/user.js';
import type { KubeObject } from '../../storage/kube-object.js';

/** The write that a rule looks at. */
export interface Writing {
  readonly cluster: string;
  readonly user: User;
  readonly now: string;
}

/**
 * What a kind adds to the generic write path. All rules are synchronous, see only the stored form
 * and throw an `ApiError` to refuse. Rules of one kind stand in one file under `apis` or `workspace`.
 */
export interface Admission {
  /** Fills in what the server sets at creation; gets an object of its own to change. */
  prepareCreate?(object: KubeObject, writing: Writing): void;
  /** Fills in or keeps what a client may not change on update. */
  prepareUpdate?(object: KubeObject, old: KubeObject, writing: Writing): void;
  /** Field faults, answered as 422. */
  validate?(object: KubeObject, old: KubeObject | undefined, writing: Writing): Cause[];
  /** Refusals that are not field faults, usually 403; asked last, after every other check. */
  admit?(object: KubeObject, old: KubeObject | undefined, writing: Writing): void;
  /** Refuses a deletion. */
  admitDelete?(object: KubeObject, writing: Writing): void;
  /** Refuses a status write of a user. */
  admitStatus?(object: KubeObject, writing: Writing): void;
  /** Keeps an object although it has no finalizer in its metadata (`spec.finalizers` of a namespace). */
  isHeld?(object: KubeObject): boolean;
  /** Adds to an object that begins to be deleted. */
  markDeleting?(object: KubeObject): void;
  /** Whether a change of the object counts as a new generation; spec-like change when absent. */
  readonly generation?: 'spec' | 'none';
}
