import type { Clock, KubeApi, KubeError, KubeObject, Random, ResourceType } from '@kcp-runtime/kube';
import { CONFIG_MAPS, SECRETS } from '../config/platform-kinds.js';
import { WatchedObject } from '../config/watched-object.js';
import type { Reference } from '../offer/offer.js';

const TYPES: Readonly<Record<Reference['kind'], ResourceType>> = { Secret: SECRETS, ConfigMap: CONFIG_MAPS };

/** What a watch of one reference needs. */
export interface WatchedReferenceOptions {
  readonly reference: Reference;
  /** The platform cluster. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Called at every change after the first look. */
  readonly onChange: () => void;
}

/** One Secret or ConfigMap, watched from `start` to `stop`. */
export class WatchedReference {
  readonly #object: WatchedObject;
  readonly #stop = new AbortController();
  #trouble: KubeError | undefined;
  #isKnown = false;
  #running: Promise<void> = Promise.resolve();

  constructor({ reference, onChange, namespace, ...rest }: WatchedReferenceOptions) {
    this.#object = new WatchedObject({
      ...rest,
      type: TYPES[reference.kind],
      ref: { namespace, name: reference.name },
      onChange: () => void (this.#isKnown && onChange()),
      onTrouble: (error) => (this.#trouble = error),
      onWell: () => (this.#trouble = undefined),
    });
  }

  start(): void {
    this.#running = this.#object.run(this.#stop.signal);
    const known = (): void => void (this.#isKnown = true);
    this.#object.whenKnown(this.#stop.signal).then(known, () => undefined);
  }

  /** The object as it stands; `undefined` where there is none. Rejects with a KubeError while the server has not told it yet. */
  async read(signal: AbortSignal): Promise<KubeObject | undefined> {
    if (!this.#isKnown && this.#trouble !== undefined) throw this.#trouble;
    await this.#object.whenKnown(AbortSignal.any([signal, this.#stop.signal]));
    return this.#object.get();
  }

  /** Ends the watch, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
