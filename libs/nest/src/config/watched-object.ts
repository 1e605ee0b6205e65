import { FrameCache, Reflector } from '@kcp-runtime/kube';
import type { Clock, KeptFields, KubeApi, KubeError, KubeObject, ObjectRef, Random, ReflectorState, ResourceType } from '@kcp-runtime/kube';

/** Which object is watched, and who hears of it. */
export interface WatchedObjectOptions {
  readonly api: KubeApi;
  readonly type: ResourceType;
  readonly ref: ObjectRef;
  readonly clock: Clock;
  readonly random: Random;
  /** The object was made, changed or deleted. */
  readonly onChange: () => void;
  /** The server can't be asked at the moment; it is tried again until it can. */
  readonly onTrouble: (error: KubeError) => void;
  /** The server tells of changes (again). */
  readonly onWell: () => void;
}

/** One object by its name, kept in step with the server by a watch that selects nothing else. */
export class WatchedObject<T extends KubeObject = KubeObject> {
  readonly #cache: FrameCache<KeptFields>;
  readonly #reflector: Reflector<KeptFields>;
  readonly #key: string;

  constructor(private readonly options: WatchedObjectOptions) {
    const { api, type, ref, clock, random, onChange } = options;
    this.#key = ref.name;
    this.#cache = new FrameCache({ keyOf: ({ metadata }) => metadata.name, select: keptFields, onChange: () => onChange() });
    this.#reflector = new Reflector({
      api,
      type,
      namespace: ref.namespace,
      fieldSelector: `metadata.name=${ref.name}`,
      cache: this.#cache,
      clock,
      random,
      onState: (state) => this.#onState(state),
    });
  }

  /** The object as the server last told it. */
  get(): T | undefined {
    return this.#cache.get(this.#key)?.parse() as T | undefined;
  }

  /** Resolves as soon as the server has told whether the object is there; rejects when `signal` aborts before. */
  whenKnown(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenFilled(signal);
  }

  /** Watches until `signal` aborts; never rejects. */
  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  #onState(state: ReflectorState): void {
    if (state.kind === 'watching') this.options.onWell();
    if (state.kind === 'backingOff' || state.kind === 'waiting') this.options.onTrouble(state.cause);
  }
}

function keptFields({ metadata }: KubeObject): KeptFields {
  return { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '', generation: metadata.generation };
}
