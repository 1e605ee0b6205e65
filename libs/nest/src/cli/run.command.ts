import { Logger, Module } from '@nestjs/common';
import type { DynamicModule, INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KcpRuntime } from '../kcp-runtime.js';
import { RUNTIME_SETTINGS } from '../kcp-runtime.options.js';
import type { RuntimeSettings } from '../life/runtime-life.js';
import type { Provider } from '../offer/provider.js';
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
  readonly logger: LoggerService;
  readonly stop: StopRequest;
}

/** Runs the app until a signal asks it to end. Rejects when it can't boot. */
export async function run({ provider, loadModule, settings, logger, stop }: RunParts): Promise<void> {
  const app = await NestFactory.createApplicationContext(rootModule(await loadModule(), settings), { logger, abortOnError: false });
  const log = new Logger('runProvider');
  const runtime = app.get(KcpRuntime);
  try {
    await runtime.start();
    log.log(`Provider ${settings.providerName} runs`, { offers: provider.offers.map(({ api }) => api.name) });
    log.log(`${await stop.whenAsked()}: taking no more orders, waiting for handlers`);
  } finally {
    await close(app, runtime, log);
  }
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
