import type { Clock } from '../time/clock.js';
import type { KubeAccess } from './kube-access.js';
import type { KubeApi } from './kube-api.js';

export interface KubeConnectionOptions {
  /** Sockets for requests to one host at the same time; 32 without it. Streams have their own. */
  readonly requestSockets?: number;
  /** Limit for a whole request, and for the head of a stream's answer; 30 s without it. */
  readonly timeoutMs?: number;
  /** Name for `managedFields`; `kcp-runtime` without it. */
  readonly fieldManager?: string;
  readonly clock?: Clock;
}

/** Connections to one server with one identity, for requests and for streams. */
export class KubeConnection {
  /** The URL of the kubeconfig, without a slash at its end. */
  readonly server: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;

  private constructor(access: KubeAccess) {
    this.server = access.server;
    this.origin = new URL(access.server).origin;
  }

  static open(_access: KubeAccess, _options: KubeConnectionOptions = {}): Promise<KubeConnection> {
    throw new Error('not there yet');
  }

  /** The API at a URL, which may be on another host: CA and identity stay the same. `server` without a URL. */
  api(_url: string = this.server): KubeApi {
    throw new Error('not there yet');
  }

  /** Ends every request and every stream; they reject with ConnectionClosed. May be called twice. */
  close(): Promise<void> {
    throw new Error('not there yet');
  }
}
