import { readFile } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { probes } from '../health/probes.js';
import type { RuntimeHealth } from '../health/runtime.health.js';
import type { BindAddress } from '../http/bind-address.js';
import { Listener } from '../http/listener.js';
import type { ListenerOptions, ServerCertificate } from '../http/listener.js';
import { messageOf } from '../log/message-of.js';
import type { PrometheusMetrics } from '../metrics/prometheus.metrics.js';
import type { CertificateFiles, PortSettings } from './port-settings.js';

/** Who is asked. */
export interface PortParts {
  readonly settings: PortSettings;
  readonly health: RuntimeHealth;
  /** There where figures are served. */
  readonly metrics?: PrometheusMetrics;
}

/** Probes and figures of a process that runs. */
export class ServedPorts {
  readonly #listeners: Listener[] = [];
  readonly #log = new Logger('runProvider');

  /** @throws AddressUnavailable */
  static async open({ settings, health, metrics }: PortParts): Promise<ServedPorts> {
    const ports = new ServedPorts();
    try {
      await ports.#serve('Probes', settings.probes, { routes: probes(health) });
      if (metrics !== undefined) await ports.#serve('Metrics', settings.metrics, { routes: figures(metrics), certificate: await readCertificate(settings.metricsCertificate) });
      return ports;
    } catch (error) {
      await ports.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  async #serve(what: string, at: BindAddress, content: Pick<ListenerOptions, 'routes' | 'certificate'>): Promise<void> {
    if (at.kind === 'nowhere') return;
    const listener = await Listener.open({ what, at, ...content, onError: (error) => this.#log.warn(`${what} can not be told`, { reason: messageOf(error) }) });
    this.#listeners.push(listener);
    this.#log.log(`${what} are served`, { address: listener.address, paths: [...content.routes.keys()] });
  }
}

function figures(metrics: PrometheusMetrics): ListenerOptions['routes'] {
  return new Map([['/metrics', async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() })]]);
}

async function readCertificate(files: CertificateFiles | undefined): Promise<ServerCertificate | undefined> {
  if (files === undefined) return undefined;
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
  return { cert, key };
}
