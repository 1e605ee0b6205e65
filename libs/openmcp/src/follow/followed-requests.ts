import { FrameCache, NotFound, Reflector } from '@kcp-runtime/kube';
import type { Clock, InitialEventsRefusals, KeptFields, KubeApi, KubeError, KubeObject, MergePatch, OwnMetadataPatch, Random, ResourceClient, ResourceType } from '@kcp-runtime/kube';
import type { NamespacedName } from '../requests/request-kinds.js';

/** What every watch on the platform is made of. */
export interface WatchParts {
  readonly api: KubeApi;
  readonly clock: Clock;
  readonly random: Random;
  readonly refusals: InitialEventsRefusals;
}

/** Which objects are followed, and who hears of them. */
export interface FollowedRequestsParts extends WatchParts {
  readonly type: ResourceType;
  /** What is not wanted is not kept. */
  readonly isWanted: (object: KubeObject) => boolean;
  readonly onChange: (ref: string) => void;
}

/** Whether the platform has told what there is. */
export type Knowledge =
  | { readonly kind: 'known' }
  | { readonly kind: 'notServed' }
  | { readonly kind: 'unknown'; readonly cause?: KubeError };

/** The requests of one kind, read from a watch and written so that the next read shows it. */
export class FollowedRequests<T extends KubeObject> {
  readonly #cache: FrameCache<KeptFields>;
  readonly #reflector: Reflector<KeptFields>;
  readonly #client: ResourceClient<T>;
  /** Those that the server has said are not there, until somebody makes one. */
  readonly #absent = new Set<string>();

  constructor({ isWanted, onChange, ...parts }: FollowedRequestsParts) {
    const keyOf = (object: KubeObject): string | undefined => (isWanted(object) ? refText(object.metadata) : undefined);
    const changed = (key: string): void => {
      this.#absent.delete(key);
      onChange(key);
    };
    this.#cache = new FrameCache({ keyOf, select: keptFields, onChange: ({ key }) => changed(key) });
    this.#reflector = new Reflector({ ...parts, cache: this.#cache });
    this.#client = parts.api.resource<T>(parts.type);
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenFilled(signal);
  }

  whenTried(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenTried(signal);
  }

  get knowledge(): Knowledge {
    const { isFilled, state } = this.#reflector;
    if (isFilled) return { kind: 'known' };
    if (state.kind === 'waiting') return { kind: 'notServed' };
    return { kind: 'unknown', cause: state.kind === 'backingOff' ? state.cause : undefined };
  }

  /** As the watch has told it, or as the answer to a write of ours has. */
  get(ref: NamespacedName): T | undefined {
    return this.#cache.get(refText(ref))?.parse() as T | undefined; // the wire: a watch tells the kind that its URL names
  }

  /** As the server has it now. */
  look({ namespace, name }: NamespacedName, signal: AbortSignal): Promise<T> {
    return this.#client.get({ namespace, name }, { signal });
  }

  /**
   * As it is known, or as the server has it where no watch has told of it. That it is not there the server has to say once: from then on
   * whoever makes it is this process, or the watch tells.
   */
  async find(ref: NamespacedName, signal: AbortSignal): Promise<T | undefined> {
    const known = this.get(ref);
    if (known !== undefined || this.#absent.has(refText(ref))) return known;
    try {
      return await this.look(ref, signal);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      this.#absent.add(refText(ref));
      return undefined;
    }
  }

  /** Nobody asks for it any more. */
  forget(ref: NamespacedName): void {
    this.#absent.delete(refText(ref));
  }

  create(object: T, signal: AbortSignal): Promise<T> {
    this.#absent.delete(refText(object.metadata));
    return this.#write(object, undefined, {}, () => this.#client.create(object, { signal }));
  }

  patch(before: T, patch: MergePatch, changes: OwnMetadataPatch, signal: AbortSignal): Promise<T> {
    return this.#write(before, before, changes, () => this.#client.mergePatch(refOf(before), patch, { signal }));
  }

  /** Answers what is left of it, as the next read shows it; `undefined` when it is gone, which the watch tells. */
  async delete(object: T, signal: AbortSignal): Promise<T | undefined> {
    const write = this.#cache.beginWrite(refText(object.metadata), object);
    try {
      const left = await this.#client.delete(refOf(object), { uid: object.metadata.uid, signal });
      if (left === undefined) write.failed();
      return left === undefined ? undefined : (write.answered(left).parse() as T);
    } catch (error) {
      write.failed();
      throw error;
    }
  }

  /** Takes the only finalizer away. Throws Invalid where it is not the only one any more. */
  async release(object: T, finalizer: string, signal: AbortSignal): Promise<void> {
    const steps = [
      { op: 'test', path: '/metadata/uid', value: object.metadata.uid },
      { op: 'test', path: '/metadata/finalizers', value: [finalizer] },
      { op: 'remove', path: '/metadata/finalizers' },
    ] as const;
    await this.#client.jsonPatch(refOf(object), steps, { signal });
  }

  async #write(object: T, before: T | undefined, changes: OwnMetadataPatch, send: () => Promise<T>): Promise<T> {
    const write = this.#cache.beginWrite(refText(object.metadata), before, changes);
    try {
      const answer = await send();
      return write.answered(answer).parse() as T;
    } catch (error) {
      write.failed();
      throw error;
    }
  }
}

/** One string for a name in a namespace. */
export function refText({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}

/** What is kept of everything that is followed here. */
export function keptFields({ metadata }: KubeObject): KeptFields {
  return { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '', generation: metadata.generation };
}

function refOf({ metadata: { namespace, name } }: KubeObject): { readonly namespace?: string; readonly name: string } {
  return { namespace, name };
}
