import { FrameCache } from '../cache/frame-cache.js';
import type { FrameChange } from '../cache/frame-cache.js';
import type { KeptFields } from '../cache/frame.js';
import type { KubeApi } from '../connection/kube-api.js';
import type { KubeObject, ResourceType } from '../resource/kube-object.js';
import type { Clock, Random } from '../time/clock.js';
import type { InitialEventsRefusals } from '../watch/initial-list.js';
import { Reflector } from '../watch/reflector.js';
import type { ReflectorState } from '../watch/reflector.js';

export const API_EXPORT_ENDPOINT_SLICE: ResourceType = {
  group: 'apis.kcp.io',
  version: 'v1alpha1',
  plural: 'apiexportendpointslices',
  kind: 'APIExportEndpointSlice',
  scope: 'Cluster',
};

/** What is known of an export's URLs. */
export type EndpointsState =
  /** Not read yet. */
  | { readonly kind: 'unknown' }
  /** There is no such slice. kcp makes it with the export, and again within seconds when somebody deletes it. */
  | { readonly kind: 'noSlice' }
  /** The slice names no URL, since nobody has bound the export: healthy. */
  | { readonly kind: 'noConsumer' }
  | { readonly kind: 'served'; readonly urls: readonly string[] };

/** One step from a set of URLs to the next. */
export interface EndpointsChange {
  readonly state: EndpointsState;
  /** All of them, sorted. */
  readonly urls: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface ExportEndpointsOptions {
  /** The workspace that the slice is in: the provider's. */
  readonly api: KubeApi;
  /** Name of the slice; kcp gives the default one the name of its export. */
  readonly slice: string;
  readonly onChange: (change: EndpointsChange) => void;
  readonly clock: Clock;
  readonly random: Random;
  /** How following the slice goes. While it fails the URLs stay what they were. */
  readonly onState?: (state: ReflectorState) => void;
  readonly refusals?: InitialEventsRefusals;
}

interface SliceFields extends KeptFields {
  readonly urls: readonly string[];
}

/**
 * Tells at which URLs an export is served: one for each shard that holds a binding of it.
 * The kcp source runs it and has one supervisor for each URL; whether a URL answers already is not known here,
 * since kcp names it some seconds before it serves it, and says nothing when it does.
 */
export class ExportEndpoints {
  readonly #onChange: (change: EndpointsChange) => void;
  readonly #reflector: Reflector<SliceFields>;
  #state: EndpointsState = { kind: 'unknown' };

  constructor({ api, slice, onChange, clock, random, onState, refusals }: ExportEndpointsOptions) {
    this.#onChange = onChange;
    const cache = new FrameCache<SliceFields>({
      keyOf: ({ metadata }) => (metadata.name === slice ? slice : undefined),
      select: sliceFields,
      onChange: (change) => this.#enter(stateOf(change)),
    });
    this.#reflector = new Reflector({
      api, type: API_EXPORT_ENDPOINT_SLICE, fieldSelector: `metadata.name=${slice}`, cache, clock, random, onState, refusals,
      onFilled: () => {
        if (cache.size === 0) this.#enter({ kind: 'noSlice' });
      },
    });
  }

  get state(): EndpointsState {
    return this.#state;
  }

  get urls(): readonly string[] {
    return this.#state.kind === 'served' ? this.#state.urls : [];
  }

  /** How following the slice goes. */
  get following(): ReflectorState {
    return this.#reflector.state;
  }

  /** Follows the slice until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  #enter(state: EndpointsState): void {
    const before = this.urls;
    const isSame = state.kind === this.#state.kind;
    this.#state = state;
    const now = this.urls;
    const added = now.filter((url) => !before.includes(url));
    const removed = before.filter((url) => !now.includes(url));
    if (isSame && added.length === 0 && removed.length === 0) return;
    this.#onChange({ state, urls: now, added, removed });
  }
}

function stateOf(change: FrameChange<SliceFields>): EndpointsState {
  switch (change.kind) {
    case 'added':
    case 'changed': {
      const { urls } = change.now.fields;
      return urls.length === 0 ? { kind: 'noConsumer' } : { kind: 'served', urls };
    }
    case 'deleted':
      return { kind: 'noSlice' };
  }
}

interface SliceStatus {
  readonly endpoints?: readonly { readonly url?: unknown }[] | null;
}

/** Without a consumer, `endpoints` is missing altogether. */
function sliceFields({ metadata, status }: KubeObject): SliceFields {
  const endpoints = (status as SliceStatus | undefined)?.endpoints ?? []; // the wire
  const urls = endpoints.map(({ url }) => url).filter((url) => typeof url === 'string');
  return {
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    generation: metadata.generation,
    urls: [...new Set(urls)].sort(),
  };
}
