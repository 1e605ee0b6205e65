import { FrameCache } from '@kcp-runtime/kube';
import type { Clock, KeptFields, KubeObject, ObjectRef, ResourceType } from '@kcp-runtime/kube';

/** What a tenant of the onboarding cluster has; an order belongs to the one with its namespace and name. */
export const CONTROL_PLANES: ResourceType = { group: 'core.open-control-plane.io', version: 'v2alpha1', plural: 'controlplanes', kind: 'ControlPlane', scope: 'Namespaced' };

/**
 * Whether a ControlPlane is there. `awaited`: it is not, and was asked for a moment ago: two watches tell at different times of what was
 * made together. `unknown`: the onboarding cluster has not said which there are, or knows no such kind.
 */
export type ControlPlaneState = 'there' | 'awaited' | 'missing' | 'unknown';

/** How long a ControlPlane is awaited. */
export const CONTROL_PLANE_PATIENCE_MS = 2_000;

/** The ControlPlanes of the onboarding cluster. The source's reflector writes into the cache and says when all is told. */
export class ControlPlanes {
  readonly cache: FrameCache<KeptFields>;
  readonly #awaitedSince = new Map<string, number>();
  readonly #clock: Clock;
  #isKnown = false;

  /** @param onChange one has come or gone */
  constructor(clock: Clock, onChange: (controlPlane: ObjectRef) => void) {
    this.#clock = clock;
    this.cache = new FrameCache<KeptFields>({
      keyOf: ({ metadata }) => keyOf(metadata),
      select: keptFields,
      onChange: (change) => {
        this.#awaitedSince.delete(change.key);
        if (change.kind !== 'changed') onChange(refOf(change.key));
      },
    });
  }

  stateOf(order: ObjectRef): ControlPlaneState {
    const key = keyOf(order);
    if (!this.#isKnown) return 'unknown';
    if (this.cache.get(key) !== undefined) return 'there';
    const now = this.#clock.elapsed();
    const since = this.#awaitedSince.get(key) ?? now;
    this.#awaitedSince.set(key, since);
    return now - since < CONTROL_PLANE_PATIENCE_MS ? 'awaited' : 'missing';
  }

  /** Nobody asks for this one any more. */
  forget(order: ObjectRef): void {
    this.#awaitedSince.delete(keyOf(order));
  }

  /** The cluster is another one from now on: what the one before has told says nothing of it. */
  doubt(): void {
    this.#isKnown = false;
    this.#awaitedSince.clear();
  }

  /** All that there were have been told. */
  know(): void {
    this.#isKnown = true;
  }
}

function keyOf({ namespace = '', name }: ObjectRef): string {
  return `${namespace}/${name}`;
}

function refOf(key: string): ObjectRef {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}

function keptFields({ metadata }: KubeObject): KeptFields {
  return { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' };
}
