import type { KubeObject, ObjectRef, ResourceType } from './kube-object.js';
import type { CallOptions, KubeRequester } from './kube-request.js';

export interface ListOptions extends CallOptions {
  /** One namespace; all of them without it. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Page size; 500 without it. The list is complete all the same. */
  readonly limit?: number;
}

/** All objects that a list found, and the version to watch from. */
export interface KubeList<T extends KubeObject> {
  readonly items: T[];
  readonly resourceVersion: string;
}

export interface WriteOptions extends CallOptions {
  /** Who writes, for `managedFields`; the connection's own name without it. */
  readonly fieldManager?: string;
}

export interface ApplyOptions extends CallOptions {
  readonly fieldManager: string;
  /** Takes fields over from other managers instead of a Conflict. */
  readonly force?: boolean;
}

export interface DeleteOptions extends CallOptions {
  /** Preconditions: Conflict when the object is another one by now. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

/** One step of a JSON patch (RFC 6902). */
export type JsonPatchStep =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** A merge patch (RFC 7386): null removes, arrays are replaced whole. */
export type MergePatch = Readonly<Record<string, unknown>>;

/** Patches of an object or of its status. There is no default kind of patch. */
export interface Patches<T extends KubeObject> {
  /** Put `metadata.resourceVersion` into the patch where a newer object must not be overwritten. */
  mergePatch(ref: ObjectRef, patch: MergePatch, options?: WriteOptions): Promise<T>;
  jsonPatch(ref: ObjectRef, steps: readonly JsonPatchStep[], options?: WriteOptions): Promise<T>;
}

/** The objects of one kind at one URL, as plain JSON. Every call throws a KubeError. */
export class ResourceClient<T extends KubeObject = KubeObject> implements Patches<T> {
  readonly type: ResourceType;
  /** The same patches for the subresource `status`, where the API has one. */
  readonly status: Patches<T>;

  constructor(_requester: KubeRequester, type: ResourceType, _defaultFieldManager: string) {
    this.type = type;
    this.status = this;
  }

  get(_ref: ObjectRef, _options: CallOptions = {}): Promise<T> {
    throw new Error('not there yet');
  }

  list(_options: ListOptions = {}): Promise<KubeList<T>> {
    throw new Error('not there yet');
  }

  create(_object: T, _options: WriteOptions = {}): Promise<T> {
    throw new Error('not there yet');
  }

  /** Server-side apply. */
  apply(_object: T, _options: ApplyOptions): Promise<T> {
    throw new Error('not there yet');
  }

  mergePatch(_ref: ObjectRef, _patch: MergePatch, _options: WriteOptions = {}): Promise<T> {
    throw new Error('not there yet');
  }

  jsonPatch(_ref: ObjectRef, _steps: readonly JsonPatchStep[], _options: WriteOptions = {}): Promise<T> {
    throw new Error('not there yet');
  }

  /** Answers the object when finalizers still hold it, undefined when it is gone. */
  delete(_ref: ObjectRef, _options: DeleteOptions = {}): Promise<T | undefined> {
    throw new Error('not there yet');
  }
}
