import { FrameCache } from '@kcp-runtime/kube';
import type { KeptFields, KubeObject, ObjectRef, ResourceType } from '@kcp-runtime/kube';

/** What a tenant of the onboarding cluster has; an order belongs to the one with its namespace and name. */
export const CONTROL_PLANES: ResourceType = { group: 'core.open-control-plane.io', version: 'v2alpha1', plural: 'controlplanes', kind: 'ControlPlane', scope: 'Namespaced' };

/** Whether a ControlPlane is there. `unknown`: the onboarding cluster has not said which there are, or knows no such kind. */
export type ControlPlaneState = 'there' | 'missing' | 'unknown';

/** The ControlPlanes of the onboarding cluster. The source's reflector writes into the cache and says when all is told. */
export class ControlPlanes {
  readonly cache: FrameCache<KeptFields>;
  #isKnown = false;

  /** @param onChange one has come or gone */
  constructor(onChange: (controlPlane: ObjectRef) => void) {
    this.cache = new FrameCache<KeptFields>({
      keyOf: ({ metadata }) => keyOf(metadata),
      select: keptFields,
      onChange: (change) => {
        if (change.kind !== 'changed') onChange(refOf(change.key));
      },
    });
  }

  stateOf(order: ObjectRef): ControlPlaneState {
    if (this.cache.get(keyOf(order)) !== undefined) return 'there';
    return this.#isKnown ? 'missing' : 'unknown';
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
