import type { KubeObject, ResourceType } from '../resource/kube-object.js';
import type { KubeRequest, KubeRequester, KubeStream } from '../resource/kube-request.js';
import type { ResourceClient } from '../resource/resource-client.js';

/**
 * A Kubernetes API at one URL: a plain API server, one logical cluster, or a virtual workspace with or without its wildcard.
 * It shares connections and identity with every other KubeApi of its KubeConnection, and is closed with it.
 */
export interface KubeApi extends KubeRequester {
  readonly url: string;
  resource<T extends KubeObject = KubeObject>(type: ResourceType): ResourceClient<T>;
  /**
   * One request whose answer goes on, over an HTTP/1.1 connection of its own that is never shared with writes.
   * `timeoutMs` limits the wait for the head of the answer; the body may be silent for ever, so the caller watches for silence.
   */
  stream(request: KubeRequest): Promise<KubeStream>;
}
