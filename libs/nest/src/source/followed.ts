import { Reflector } from '@kcp-runtime/kube';
import type { KeptFields, KubeError, ReflectorOptions, ReflectorState } from '@kcp-runtime/kube';
import { Milestone } from '../config/milestone.js';

/**
 * A reflector that somebody waits for, but not for ever: `whenTried` also resolves when the API is not served
 * or not allowed, so that one kind that is away holds up none of the others.
 */
export class Followed<F extends KeptFields> {
  readonly #reflector: Reflector<F>;
  readonly #tried = new Milestone();

  constructor(options: ReflectorOptions<F>, onState: () => void) {
    this.#reflector = new Reflector({
      ...options,
      onState: (state) => {
        if (state.kind === 'waiting' || state.kind === 'backingOff') this.#tried.reach();
        onState();
      },
      onFilled: (summary) => {
        this.#tried.reach();
        options.onFilled?.(summary);
      },
    });
  }

  get state(): ReflectorState {
    return this.#reflector.state;
  }

  /** Why nothing is learned at the moment; undefined while all is well or on its way. */
  get trouble(): KubeError | undefined {
    const state = this.state;
    return state.kind === 'backingOff' || state.kind === 'waiting' ? state.cause : undefined;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  whenFilled(signal: AbortSignal): Promise<void> {
    return this.#reflector.whenFilled(signal);
  }

  whenTried(signal: AbortSignal): Promise<void> {
    return this.#tried.when(signal);
  }
}
