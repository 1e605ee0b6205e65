import { Reflector } from '@kcp-runtime/kube';
import type { KeptFields, KubeError, ReflectorOptions, ReflectorState } from '@kcp-runtime/kube';

/** A reflector that says why it learns nothing, and tells each of its states to somebody who asks for it then. */
export class Followed<F extends KeptFields> {
  readonly #reflector: Reflector<F>;

  constructor(options: ReflectorOptions<F>, onState: () => void) {
    this.#reflector = new Reflector({ ...options, onState });
  }

  get state(): ReflectorState {
    return this.#reflector.state;
  }

  /** Why nothing is learned at the moment; undefined while all is well or on its way. */
  get trouble(): KubeError | undefined {
    const state = this.state;
    return state.kind === 'backingOff' || state.kind === 'waiting' ? state.cause : undefined;
  }

  get isFilled(): boolean {
    return this.#reflector.isFilled;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenFilled(signal);
  }

  /** Resolves, too, when the API is not served or not allowed, so that one kind that is away holds up none of the others. */
  whenTried(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenTried(signal);
  }
}
