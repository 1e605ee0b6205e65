import type { KubeAnswer, KubeApi, KubeRequest, KubeStream } from '@kcp-runtime/kube';

/**
 * The API at one URL, over the connection of the moment in which a request is sent. A handler that began before a credential
 * was rotated goes on over the new connection: the old one ends when what was sent over it has been answered.
 */
export class PresentApi implements Pick<KubeApi, 'url' | 'request' | 'stream'> {
  constructor(private readonly present: () => KubeApi) {}

  get url(): string {
    return this.present().url;
  }

  request(request: KubeRequest): Promise<KubeAnswer> {
    return this.present().request(request);
  }

  stream(request: KubeRequest): Promise<KubeStream> {
    return this.present().stream(request);
  }
}
