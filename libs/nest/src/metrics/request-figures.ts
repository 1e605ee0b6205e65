/**
 * The requests to Kubernetes APIs, under client-go's names: a counter as controller-runtime has it, and the duration as Kubernetes' own
 * components have it beside that.
 */
import type { RequestObserver } from '@kcp-runtime/kube';
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { ServersAsked } from './runtime-metrics.js';

/** What stands instead of the host of a tenant's cluster. */
export const TENANT_CLUSTERS = 'tenant-clusters';

/** Those of Kubernetes' components. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** Counts requests. */
export class RequestFigures {
  readonly #requests: Counter<'code' | 'method' | 'host'>;
  readonly #seconds: Histogram<'verb' | 'host'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#requests = new Counter({ name: 'rest_client_requests_total', help: 'Requests to Kubernetes APIs by status code, method and host.', labelNames: ['code', 'method', 'host'], registers });
    this.#seconds = new Histogram({ name: 'rest_client_request_duration_seconds', help: 'How long requests to Kubernetes APIs take; streams are not among them.', labelNames: ['verb', 'host'], buckets: SECONDS, registers });
  }

  of(servers: ServersAsked): RequestObserver {
    return {
      sent: ({ method, host: asked, code, seconds }) => {
        const host = servers === 'named' ? asked : TENANT_CLUSTERS;
        this.#requests.inc({ code, method, host });
        if (seconds !== undefined) this.#seconds.observe({ verb: method, host }, seconds);
      },
    };
  }
}
