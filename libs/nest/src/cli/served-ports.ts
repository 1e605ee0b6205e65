import { Logger } from '@nestjs/common';
import type { Clock } from '@kcp-runtime/kube';
import { probes } from '../health/probes.js';
import type { RuntimeHealth } from '../health/runtime.health.js';
import type { BindAddress } from '../http/bind-address.js';
import { Listener } from '../http/listener.js';
import type { ListenerOptions, ServerCertificate } from '../http/listener.js';
import { followCertificate, readCertificate } from '../http/renewed-certificate.js';
import { messageOf } from '../log/message-of.js';
import type { PrometheusMetrics } from '../metrics/prometheus.metrics.js';
import type { PortSettings } from './port-settings.js';

/** Who is asked. */
export interface PortParts {
  readonly settings: PortSettings;
  readonly health: RuntimeHealth;
  /** There where figures are served. */
  readonly metrics?: PrometheusMetrics;
  readonly clock: Clock;
}

/** Probes and figures of a process that runs. */
export class ServedPorts {
  readonly #listeners: Listener[] = [];
  readonly #log = new Logger('runProvider');
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();

  /** @throws AddressUnavailable */
  static async open(parts: PortParts): Promise<ServedPorts> {
    const { settings, health, metrics } = parts;
    const ports = new ServedPorts();
    try {
      await ports.#serve('Probes', settings.probes, { routes: probes(health) });
      if (metrics !== undefined) await ports.#serveMetrics(parts, figures(metrics));
      return ports;
    } catch (error) {
      await ports.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  /** Over TLS where a certificate is named, which somebody renews. */
  async #serveMetrics({ settings, clock }: PortParts, routes: ListenerOptions['routes']): Promise<void> {
    const { metrics: at, metricsCertificate: files } = settings;
    if (files === undefined) return void (await this.#serve('Metrics', at, { routes }));
    const certificate = await readCertificate(files);
    const listener = await this.#serve('Metrics', at, { routes, certificate });
    const onRenewed = (renewed: ServerCertificate): void => {
      listener?.renew(renewed);
      this.#log.log('Metrics are served with a renewed certificate');
    };
    const onTrouble = (error: unknown): void => this.#log.warn('The certificate for metrics can not be renewed; the one before stays in use', { reason: messageOf(error) });
    this.#following = followCertificate(certificate, { files, clock, onRenewed, onTrouble }, this.#stop.signal);
  }

  async #serve(what: string, at: BindAddress, content: Pick<ListenerOptions, 'routes' | 'certificate'>): Promise<Listener | undefined> {
    if (at.kind === 'nowhere') return undefined;
    const listener = await Listener.open({ what, at, ...content, onError: (error) => this.#log.warn(`${what} can not be told`, { reason: messageOf(error) }) });
    this.#listeners.push(listener);
    this.#log.log(`${what} are served`, { address: listener.address, paths: [...content.routes.keys()] });
    return listener;
  }
}

function figures(metrics: PrometheusMetrics): ListenerOptions['routes'] {
  return new Map([['/metrics', async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() })]]);
}
