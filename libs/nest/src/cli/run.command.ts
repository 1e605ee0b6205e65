import { Logger, Module } from '@nestjs/common';
import type { DynamicModule, INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Clock } from '@kcp-runtime/kube';
import { RuntimeHealth } from '../health/runtime.health.js';
import { KcpRuntime } from '../kcp-runtime.js';
import { RUNTIME_SETTINGS } from '../kcp-runtime.options.js';
import type { RuntimeSettings } from '../life/runtime-life.js';
import type { PrometheusMetrics } from '../metrics/prometheus.metrics.js';
import type { Provider } from '../offer/provider.js';
import type { PortSettings } from './port-settings.js';
import { ServedPorts } from './served-ports.js';
import type { StopRequest } from './stop-request.js';

/** A pod has 30 s from SIGTERM to SIGKILL: what is left after draining is for the lease and for the author's own closing. */
const DRAIN_MS = 20_000;

/** Loads the app's root module; called by `run` only. */
export type LoadModule = () => Promise<Type>;

/** What `run` needs. */
export interface RunParts {
  readonly provider: Provider;
  readonly loadModule: LoadModule;
  readonly settings: RuntimeSettings;
  readonly ports: PortSettings;
  readonly logger: LoggerService;
  readonly stop: StopRequest;
}

/** Runs the app until a signal asks it to end. Rejects when it can't boot. */
export async function run({ provider, loadModule, settings: asked, ports, logger, stop }: RunParts): Promise<void> {
  const metrics = await figuresFor(ports, asked.clock);
  const settings = { ...asked, metrics };
  const app = await NestFactory.createApplicationContext(rootModule(await loadModule(), settings), { logger, abortOnError: false });
  const log = new Logger('runProvider');
  const runtime = app.get(KcpRuntime);
  let served: ServedPorts | undefined;
  try {
    served = await ServedPorts.open({ settings: ports, health: app.get(RuntimeHealth), metrics, clock: settings.clock });
    await runtime.start();
    log.log(`Provider ${settings.providerName} runs`, { offers: provider.offers.map(({ api }) => api.name) });
    log.log(`${await stop.whenAsked()}: taking no more orders, waiting for handlers`);
  } finally {
    await close(app, runtime, log).finally(() => served?.close()).finally(() => metrics?.stop());
  }
}

/** The library is loaded where somebody asks for figures. */
async function figuresFor({ metrics }: PortSettings, clock: Clock): Promise<PrometheusMetrics | undefined> {
  if (metrics.kind === 'nowhere') return undefined;
  const { PrometheusMetrics: Figures } = await import('../metrics/prometheus.metrics.js');
  return new Figures(clock);
}

/** First the runtime, then Nest: in the first wave of Nest's closing the author's pools go. */
async function close(app: INestApplicationContext, runtime: KcpRuntime, log: Logger): Promise<void> {
  try {
    await runtime.stop(DRAIN_MS);
    log.log('The runtime has stopped');
  } finally {
    await app.close();
  }
}

@Module({})
class ProcessModule {}

/** The author's module beside the settings of this process. */
function rootModule(appModule: Type, settings: RuntimeSettings): DynamicModule {
  const provider = { provide: RUNTIME_SETTINGS, useValue: settings };
  return { module: ProcessModule, global: true, imports: [appModule], providers: [provider], exports: [provider] };
}
