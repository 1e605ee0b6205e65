/**
 * The objects of one kind at one URL, as plain JSON: nothing is dropped, defaulted or turned into a class.
 * Made by a KubeApi. It never retries by itself; whoever calls follows the error's retry rule.
 */
import { withKind } from './kube-object.js';
import type { KubeObject, ObjectRef, ResourceType } from './kube-object.js';
import type { CallOptions, KubeRequest, KubeRequester } from './kube-request.js';
import { listPages } from './list-pages.js';
import type { KubeList, ListOptions } from './list-pages.js';
import { NamespaceMismatch, resourcePath } from './resource-path.js';
import type { ResourceTarget } from './resource-path.js';

/** How to write. */
export interface WriteOptions extends CallOptions {
  /** Who writes, for `managedFields`; the connection's own name without it. */
  readonly fieldManager?: string;
}

/** How to apply. */
export interface ApplyOptions extends CallOptions {
  readonly fieldManager: string;
  /** Takes fields over from other managers instead of a Conflict. */
  readonly force?: boolean;
}

/** What to delete only, and what becomes of its dependents. */
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

/** Patches of an object or of its status. There is no default kind of patch: custom resources refuse the one that Kubernetes has. */
export interface Patches<T extends KubeObject> {
  /** Put `metadata.resourceVersion` into the patch where a newer object must not be overwritten. */
  mergePatch(ref: ObjectRef, patch: MergePatch, options?: WriteOptions): Promise<T>;
  jsonPatch(ref: ObjectRef, steps: readonly JsonPatchStep[], options?: WriteOptions): Promise<T>;
}

/** Reads and writes the objects of one kind at one URL. Every call throws a KubeError, or UnsafePathSegment before anything is sent. */
export class ResourceClient<T extends KubeObject = KubeObject> implements Patches<T> {
  readonly type: ResourceType;
  /** Patches of the subresource `status`, where the API has one. */
  readonly status: Patches<T> = {
    mergePatch: (ref, patch, options) => this.#patch({ ...ref, subresource: 'status' }, 'application/merge-patch+json', patch, options),
    jsonPatch: (ref, steps, options) => this.#patch({ ...ref, subresource: 'status' }, 'application/json-patch+json', steps, options),
  };
  readonly #requester: KubeRequester;
  readonly #fieldManager: string;

  constructor(requester: KubeRequester, type: ResourceType, fieldManager: string) {
    this.type = type;
    this.#requester = requester;
    this.#fieldManager = fieldManager;
  }

  get(ref: ObjectRef, options: CallOptions = {}): Promise<T> {
    return this.#object({ method: 'GET', path: this.#path(ref), ...call(options) });
  }

  /** All objects that match, read page by page. */
  list(options: ListOptions = {}): Promise<KubeList<T>> {
    return listPages<T>(this.#requester, this.type, options);
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const { namespace, name } = object.metadata;
    if (this.type.scope === 'Namespaced' && namespace === undefined) throw new NamespaceMismatch(this.type, { name });
    const path = resourcePath(this.type, { namespace });
    return this.#object({ method: 'POST', path, query: this.#by(options), body: object, ...call(options) });
  }

  /** Server-side apply. What a first apply through a kcp virtual workspace created is never pruned by a later one. */
  apply(object: T, options: ApplyOptions): Promise<T> {
    return this.#object({
      method: 'PATCH',
      path: this.#path({ namespace: object.metadata.namespace, name: object.metadata.name }),
      query: { ...this.#by(options), force: options.force },
      contentType: 'application/apply-patch+yaml',
      body: object,
      ...call(options),
    });
  }

  mergePatch(ref: ObjectRef, patch: MergePatch, options?: WriteOptions): Promise<T> {
    return this.#patch(ref, 'application/merge-patch+json', patch, options);
  }

  jsonPatch(ref: ObjectRef, steps: readonly JsonPatchStep[], options?: WriteOptions): Promise<T> {
    return this.#patch(ref, 'application/json-patch+json', steps, options);
  }

  /** Answers the object when finalizers still hold it, undefined when it is gone. */
  async delete(ref: ObjectRef, options: DeleteOptions = {}): Promise<T | undefined> {
    const { uid, resourceVersion, propagationPolicy } = options;
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy, preconditions: { uid, resourceVersion } };
    const answer = await this.#object({ method: 'DELETE', path: this.#path(ref), body, ...call(options) });
    return answer.kind === 'Status' ? undefined : answer;
  }

  #patch(target: ResourceTarget, contentType: string, body: unknown, options: WriteOptions = {}): Promise<T> {
    return this.#object({ method: 'PATCH', path: this.#path(target), query: this.#by(options), contentType, body, ...call(options) });
  }

  #path(target: ResourceTarget): string {
    return resourcePath(this.type, { namespace: target.namespace, name: target.name ?? '', subresource: target.subresource });
  }

  #by(options: WriteOptions): { readonly fieldManager: string } {
    return { fieldManager: options.fieldManager ?? this.#fieldManager };
  }

  async #object(request: KubeRequest): Promise<T> {
    const answer = await this.#requester.request(request);
    return withKind(answer.json() as T, this.type); // the wire: an API server answers the kind that its path names
  }
}

function call({ signal, timeoutMs }: CallOptions): CallOptions {
  return { signal, timeoutMs };
}
