/**
 * The life of the runtime in a process: opens the platform, follows the ProviderConfig, runs the modes, and ends all that
 * in the right order. `runProvider` and the module's hooks call it. It owns no signal of the process and never ends it.
 */
import { randomUUID } from 'node:crypto';
import { Milestone } from '@kcp-runtime/kube';
import type { Clock, KubeConnection, Random, RequestObserver, Timer } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { ConfigStore } from '../config/config-store.js';
import { KeptState } from '../config/kept-state.js';
import { untilDone } from '../config/until-done.js';
import type { OfferHandlers } from '../discovery/offer-handlers.js';
import type { RuntimeHealth } from '../health/runtime.health.js';
import { nestLog } from '../log/nest-log.js';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.js';
import type { Mode, OrderLog } from '../offer/order.js';
import type { Provider } from '../offer/provider.js';
import { servedOffer } from '../reconcile/served-offer.js';
import { KcpMode } from './kcp-mode.js';
import { runSideBySide } from './side-by-side.js';
import type { ServiceMode } from './side-by-side.js';
import { StandardMode } from './standard-mode.js';
import type { StandardModeParts } from './standard-mode.js';
import { messageOf } from '../log/message-of.js';

/** How this process is called and where it runs: read from flags and environment by `runProvider`. */
export interface RuntimeSettings {
  /** `--provider-name`, else the name of `defineProvider`: ProviderConfig, labels and leases bear it. */
  readonly providerName: string;
  /** `--environment`: what the onboarding cluster is called in the identity of orders. openMCP's operator says it. */
  readonly environment?: string;
  /** POD_NAMESPACE: where lease and ConfigMap of the runtime stand. */
  readonly podNamespace: string;
  /** POD_NAME: the lease's holder. Where it is not set, a random name is used and nothing is taken back. */
  readonly podName?: string;
  /** Opens a connection to the platform, whose requests the observer is to hear of; called again until it succeeds. */
  readonly openPlatform: (observer?: RequestObserver) => Promise<KubeConnection>;
  /** Ends the process at once, when a lease is lost and handlers go on all the same. Without it that is only said. */
  readonly endProcess?: () => void;
  /** How clusters of tenants are reached; as they were granted where nothing is said. */
  readonly reachingClusters?: ReachingClusters;
  /** Takes the figures, where somebody asks for them. */
  readonly metrics?: RuntimeMetrics;
  /** Milliseconds from one write of the ProviderConfig's status to the next; ten seconds where nothing is said. */
  readonly statusPauseMs?: number;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a life is made of. */
export interface LifeParts {
  readonly provider: Provider;
  readonly handlers: readonly OfferHandlers[];
  readonly settings: RuntimeSettings;
  readonly health: RuntimeHealth;
}

const GRACE_MS = 20_000;
/** For handlers that listen to their signal, and for the last writes about them. */
const ABANDON_AFTER_MS = 3_000;

/** The runtime of one process. `start` and `stop` may be called twice. */
export class RuntimeLife {
  readonly #parts: LifeParts;
  readonly #holder: string;
  readonly #log: OrderLog;
  readonly #stop = new AbortController();
  readonly #force = new AbortController();
  readonly #abandon = new AbortController();
  readonly #ready = new Milestone();
  #living: Promise<void> | undefined;

  constructor(parts: LifeParts) {
    this.#parts = parts;
    this.#holder = parts.settings.podName ?? `${parts.settings.providerName}-${randomUUID()}`;
    this.#log = nestLog('KcpRuntime', { provider: parts.settings.providerName });
  }

  /** Sets everything going and returns: a platform or a kcp that is away is tried again inside. */
  start(): Promise<void> {
    this.#parts.health.tell('platform', { state: 'waiting', reason: 'The platform cluster was not reached yet' });
    this.#living ??= this.#live();
    return Promise.resolve();
  }

  /** Resolves when the ProviderConfig is known, and each mode holds its lease and has seen the orders that were there, or has nothing to serve. */
  whenReady(signal?: AbortSignal): Promise<void> {
    return this.#ready.when(signal);
  }

  /**
   * Intake shut, handlers drained for `graceMs` at most and then aborted, lease released, connections closed.
   * A handler that does not listen either is left behind; its lease then runs out by itself, since it may still be at work.
   */
  async stop(graceMs: number = GRACE_MS): Promise<void> {
    const { health, settings } = this.#parts;
    health.tell('platform', { state: 'waiting', reason: 'The process stops' });
    this.#stop.abort();
    const timers: Timer[] = [];
    const abandon = (): void => this.#abandon.abort();
    const force = (): void => {
      this.#force.abort(new Error('The time for draining is over'));
      timers.push(settings.clock.timer(ABANDON_AFTER_MS, abandon));
    };
    timers.push(settings.clock.timer(graceMs, force));
    await this.#living;
    for (const timer of timers) timer.cancel();
  }

  /** A fault of ours must not end the process in silence: all is begun anew, and said. */
  async #live(): Promise<void> {
    const { clock, random } = this.#parts.settings;
    const signal = this.#stop.signal;
    const onFailure = (error: unknown): void => {
      const reason = messageOf(error);
      this.#parts.health.tell('platform', { state: 'waiting', reason });
      this.#log.warn('The runtime can not work at the moment; it begins anew', { reason });
    };
    await untilDone(() => this.#session(), { clock, random, signal, onFailure }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async #session(): Promise<void> {
    const { openPlatform, metrics } = this.#parts.settings;
    const observer = metrics?.requests('named');
    const platform = await openPlatform(observer);
    try {
      const leases = await openPlatform(observer);
      const leave = (): void => this.#leaveLease(leases);
      this.#abandon.signal.addEventListener('abort', leave, { once: true });
      try {
        await this.#work(platform, leases);
      } finally {
        this.#abandon.signal.removeEventListener('abort', leave);
        await leases.close();
      }
    } finally {
      await platform.close();
    }
  }

  /** Without its connection the lease can't be given back: nobody may take it as long as a handler may be at work. */
  #leaveLease(leases: KubeConnection): void {
    this.#log.error('Handlers did not end when they were told to; they are left behind, and the lease runs out by itself');
    leases.close().catch((error: unknown) => this.#log.warn('The connection of the lease can not be closed', { reason: String(error) }));
  }

  /** Another process takes the lease in a moment and works on the same orders: only the end of this one stops its handlers. */
  #endProcess(): void {
    this.#log.error('The lease is lost and handlers did not end when they were told to: the process ends, so that no order is worked on twice. Pass order.signal to everything that a handler awaits');
    this.#parts.settings.endProcess?.();
  }

  async #work(platform: KubeConnection, leases: KubeConnection): Promise<void> {
    const { provider, handlers, settings, health } = this.#parts;
    const { providerName, podNamespace: namespace, reachingClusters = 'asGranted', statusPauseMs, clock, random } = settings;
    const log = this.#log;
    const api = platform.api();
    const kept = KeptState.of(providerName, namespace, api);
    const store = new ConfigStore({ api, configClass: readApiClass(provider.config), modes: provider.modes, providerName, kept, clock, random, log });
    const ended = new AbortController();
    const stop = AbortSignal.any([this.#stop.signal, ended.signal]);
    const following = store.run(ended.signal);
    store.whenKnown(stop).then(() => health.tell('platform', { state: 'ready' }), () => undefined);
    const offers = handlers.map(servedOffer);
    const common = { platform: api, leases: leases.api(), namespace, holder: this.#holder, provider, providerName, offers, store, reachingClusters, statusPauseMs, onStuck: () => this.#endProcess(), health, clock, random, log };
    const modes = provider.modes.map((mode) => this.#mode(mode, common, kept));
    Promise.all(modes.map((mode) => mode.whenReady(stop))).then(() => this.#ready.reach(), () => undefined);
    const stages = { stop, force: this.#force.signal, abandon: this.#abandon.signal };
    try {
      // A store that breaks ends the modes; modes that end end the store.
      await Promise.all([following.finally(() => ended.abort()), runSideBySide(modes, stages, common).finally(() => ended.abort())]);
    } finally {
      ended.abort();
    }
  }

  #mode(mode: Mode, common: Omit<StandardModeParts, 'environment' | 'metrics'>, kept: KeptState): ServiceMode {
    const { environment = '', metrics } = this.#parts.settings;
    const parts = { ...common, metrics: metrics?.mode(mode) };
    switch (mode) {
      case 'kcp':
        return new KcpMode({ ...parts, kept });
      case 'standard':
        return new StandardMode({ ...parts, environment });
    }
  }
}
