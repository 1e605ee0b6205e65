/**
 * Standard mode of one process: waits until the platform cluster is one of openMCP, then for its lease there, and while it holds that it
 * serves the orders of the onboarding cluster. RuntimeLife runs it beside kcp mode; neither knows of the other.
 */
import { Milestone } from '@kcp-runtime/kube';
import type { KubeApi, LeaseTerm } from '@kcp-runtime/kube';
import { ConfigStatusWriter } from '../config/config-status-writer.js';
import type { ConfigStatus } from '../config/config-status-writer.js';
import { standardLeaseName } from '../config/platform-names.js';
import type { Provider } from '../offer/provider.js';
import { GuardedApi } from './guarded-api.js';
import type { ModeParts } from './mode-parts.js';
import { whenOpenMcpServed } from './openmcp-served.js';
import type { ServiceMode } from './side-by-side.js';
import type { StagesOfStop } from './stages-of-stop.js';
import { StandardRun } from './standard-run.js';
import { offStatus, ownConditions } from './standard-status.js';
import { underLease } from './under-lease.js';

/** What standard mode needs. */
export interface StandardModeParts extends ModeParts {
  readonly provider: Provider;
  /** `--environment` */
  readonly environment: string;
}

/** Standard mode of this process. */
export class StandardMode implements ServiceMode {
  readonly name = 'standard mode';
  readonly #parts: StandardModeParts;
  readonly #ready = new Milestone();

  constructor(parts: StandardModeParts) {
    this.#parts = parts;
  }

  /** Resolves when the lease is held and the orders that were there have been seen, or when there is no openMCP. */
  whenReady(signal?: AbortSignal): Promise<void> {
    return this.#ready.when(signal);
  }

  /** Serves until it is told to stop and the handlers have returned. */
  async run(stages: StagesOfStop): Promise<void> {
    if (!(await this.#whenServed(stages.stop))) return;
    const { providerName, environment, log } = this.#parts;
    if (environment === '') log.warn('--environment is not set: the identities of orders are made without it, and change with it. openMCP sets it for every provider that it runs');
    await underLease({ ...this.#parts, mode: this.name, name: standardLeaseName(providerName) }, stages.stop, (term) => this.#serve(term, stages));
  }

  /** Without openMCP there is no lease: whoever runs says the same. */
  async #whenServed(stop: AbortSignal): Promise<boolean> {
    const { platform, store, log } = this.#parts;
    const served = new AbortController();
    const until = AbortSignal.any([stop, served.signal]);
    const writer = this.#writer(platform, () => offStatus(store.state()));
    let writing: Promise<void> | undefined;
    const onAbsent = (): void => {
      if (writing !== undefined) return;
      log.info('Standard mode is off: the platform cluster does not serve clusters.openmcp.cloud. It is looked at again');
      writing = this.#tell(writer, until);
      this.#ready.reach();
    };
    const isServed = await whenOpenMcpServed({ ...this.#parts, onAbsent }, stop);
    served.abort();
    await writing;
    return isServed;
  }

  async #serve(term: LeaseTerm, stages: StagesOfStop): Promise<void> {
    const platform = new GuardedApi(this.#parts.platform, term);
    const end = AbortSignal.any([term.signal, stages.stop]);
    const isKnown = await this.#parts.store.whenKnown(end).then(() => true, () => false);
    if (!isKnown) return;
    const over = new AbortController();
    const run: StandardRun = new StandardRun({ ...this.#parts, platform, term, onState: () => writer.changed() });
    const writer = this.#writer(platform, () => run.status());
    run.source.whenFilled(end).then(() => this.#ready.reach(), () => undefined);
    const telling = this.#tell(writer, AbortSignal.any([end, over.signal]));
    try {
      await run.run({ intake: end, work: AbortSignal.any([term.signal, stages.force]), abandon: stages.abandon });
    } finally {
      over.abort();
      await telling;
    }
  }

  #writer(platform: KubeApi, status: () => ConfigStatus): ConfigStatusWriter {
    return new ConfigStatusWriter({ ...this.#parts, api: platform, ownTypes: ownConditions(this.#parts.provider.modes), status });
  }

  async #tell(writer: ConfigStatusWriter, signal: AbortSignal): Promise<void> {
    const isKnown = await this.#parts.store.whenKnown(signal).then(() => true, () => false);
    if (!isKnown) return;
    writer.changed();
    await writer.run(signal);
  }
}
