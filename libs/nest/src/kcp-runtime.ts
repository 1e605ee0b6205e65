import { Inject, Injectable, Optional } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { bootCheck } from './discovery/boot-check.js';
import { HandlerExplorer } from './discovery/handler.explorer.js';
import type { OfferHandlers } from './discovery/offer-handlers.js';
import { RuntimeHealth } from './health/runtime.health.js';
import { MAKE_LIFE, PROVIDER, RUNTIME_SETTINGS } from './kcp-runtime.options.js';
import type { LifeParts, RuntimeLife, RuntimeSettings } from './life/runtime-life.js';
import type { Provider } from './offer/provider.js';

/** Makes the life of the runtime, once its handlers are known. Nothing may start in it. */
export type MakeLife = (parts: LifeParts) => RuntimeLife;

/** The module was asked to start, and nobody has said how the process was called. */
export class NotCalledByRunProvider extends Error {
  override readonly name = 'NotCalledByRunProvider';
  constructor() {
    super('KcpRuntimeModule does not know where it runs. Start the app with runProvider(…) in main.ts, or in a test with KcpTestingModule.');
  }
}

/**
 * The runtime inside an app. Nest's bootstrap only finds and checks handlers; `start` and `stop` are called by
 * `runProvider`, which owns the process's signals: handlers must be drained before Nest begins to close,
 * since the first wave of that closes the author's pools.
 */
@Injectable()
export class KcpRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private handlers: readonly OfferHandlers[] = [];
  private life: RuntimeLife | undefined;

  constructor(
    @Inject(PROVIDER) private readonly provider: Provider,
    private readonly explorer: HandlerExplorer,
    private readonly health: RuntimeHealth,
    @Inject(MAKE_LIFE) private readonly makeLife: MakeLife,
    @Optional() @Inject(RUNTIME_SETTINGS) private readonly settings?: RuntimeSettings,
  ) {}

  /** @throws BootMistakes with every mistake of the provider and its handlers. */
  onApplicationBootstrap(): void {
    this.handlers = bootCheck(this.provider, this.explorer.explore());
  }

  /** Sets everything going; a platform or a kcp that is away is retried inside. @throws NotCalledByRunProvider */
  async start(): Promise<void> {
    if (!this.settings) throw new NotCalledByRunProvider();
    const { provider, handlers, settings, health } = this;
    this.life ??= this.makeLife({ provider, handlers, settings, health });
    await this.life.start();
  }

  /** Resolves when orders are served. */
  async whenReady(signal?: AbortSignal): Promise<void> {
    await this.life?.whenReady(signal);
  }

  /** Intake shut, handlers drained for `graceMs` at most, lease released. Without a start it has nothing to do. */
  async stop(graceMs?: number): Promise<void> {
    await this.life?.stop(graceMs);
  }

  /** For an app that somebody else closes: late, but better than a lease that is not released. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }
}
