import { ResourceClient } from '@kcp-runtime/kube';
import type { KubeAnswer, KubeApi, KubeObject, KubeRequest, KubeStream, LeaseTerm, ResourceType } from '@kcp-runtime/kube';
import { LeaseTermOver } from '../publish/kcp-faults.js';

/** Our name in `managedFields`. */
export const FIELD_MANAGER = 'kcp-runtime';

/**
 * A KubeApi that reads at any time and writes only while the lease is held: whoever gets it needs not know of leases.
 * A write after the term's end rejects with {@link LeaseTermOver} and is not sent.
 */
export class GuardedApi implements KubeApi {
  constructor(
    private readonly api: Pick<KubeApi, 'url' | 'request' | 'stream'>,
    private readonly term: Pick<LeaseTerm, 'holds'>,
  ) {}

  get url(): string {
    return this.api.url;
  }

  resource<T extends KubeObject = KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, FIELD_MANAGER);
  }

  async request(request: KubeRequest): Promise<KubeAnswer> {
    if (request.method !== 'GET' && !this.term.holds()) throw new LeaseTermOver();
    return this.api.request(request);
  }

  stream(request: KubeRequest): Promise<KubeStream> {
    return this.api.stream(request);
  }
}
