import { ResourceClient } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi, KubeObject, KubeRequest, KubeStream, ResourceType } from '@kcp-runtime/kube';
import { FIELD_MANAGER } from './guarded-api.js';

/**
 * A KubeApi of one cluster whose connection is another one now and then. A request goes over that of the moment; a stream stays on the
 * one that it began on, so that a new token leaves no gap in a watch. Whoever has it needs not know of connections.
 */
export class CurrentApi implements KubeApi {
  #api: KubeApi | undefined;

  /** From now on this one is used. */
  use(api: KubeApi): void {
    this.#api = api;
  }

  get url(): string {
    return this.#current.url;
  }

  resource<T extends KubeObject = KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, FIELD_MANAGER);
  }

  request(request: KubeRequest): Promise<KubeAnswer> {
    return this.#current.request(request);
  }

  stream(request: KubeRequest): Promise<KubeStream> {
    return this.#current.stream(request);
  }

  get #current(): KubeApi {
    if (this.#api === undefined) throw new Error('An API was asked before there was a connection: only what runs over one may ask');
    return this.#api;
  }
}
