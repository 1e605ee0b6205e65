/**
 * kcp mode of one process: waits for its lease on the platform cluster, and while it holds it serves what `spec.kcp` of the
 * ProviderConfig says. RuntimeLife runs it. Everything of the mode, publishing and status too, is under the lease.
 */
import { Milestone } from '@kcp-runtime/kube';
import type { LeaseTerm } from '@kcp-runtime/kube';
import { ConfigStatusWriter } from '../config/config-status-writer.js';
import type { KeptState } from '../config/kept-state.js';
import { kcpLeaseName } from '../config/platform-names.js';
import { untilDone } from '../config/until-done.js';
import { OrderRecord } from '../orphans/order-record.js';
import { KcpReport } from '../publish/kcp-report.js';
import { GuardedApi } from './guarded-api.js';
import { KcpPlaces } from './kcp-places.js';
import { kcpStatus, OWN_CONDITIONS } from './kcp-status.js';
import type { ModeParts } from './mode-parts.js';
import type { ServiceMode } from './side-by-side.js';
import type { StagesOfStop } from './stages-of-stop.js';
import { underLease } from './under-lease.js';
import { messageOf } from '../log/message-of.js';

/** What kcp mode needs. */
export interface KcpModeParts extends ModeParts {
  readonly kept: KeptState;
}

/** kcp mode of this process. */
export class KcpMode implements ServiceMode {
  readonly name = 'kcp mode';
  readonly #parts: KcpModeParts;
  readonly #ready = new Milestone();

  constructor(parts: KcpModeParts) {
    this.#parts = parts;
  }

  /** Resolves when the lease is held and, where spec.kcp is set, the orders that were there have been seen. */
  whenReady(signal?: AbortSignal): Promise<void> {
    return this.#ready.when(signal);
  }

  /** Serves until it is told to stop and the handlers have returned. */
  async run(stages: StagesOfStop): Promise<void> {
    await underLease({ ...this.#parts, mode: this.name, name: kcpLeaseName(this.#parts.providerName) }, stages.stop, (term) => this.#serve(term, stages));
  }

  async #serve(term: LeaseTerm, stages: StagesOfStop): Promise<void> {
    const { store } = this.#parts;
    const platform = new GuardedApi(this.#parts.platform, term);
    const kept = this.#parts.kept.through(platform);
    const end = AbortSignal.any([term.signal, stages.stop]);
    const record = new OrderRecord({ ...this.#parts, api: platform });
    const report: KcpReport = new KcpReport(() => writer.changed());
    const status = (): ReturnType<typeof kcpStatus> =>
      kcpStatus({ config: store.state(), report, source: places.source, drains: places.drains, wasPublished: kept.known.publication !== undefined });
    const onState = (): void => writer.changed();
    const onFilled = (): void => this.#ready.reach();
    const places: KcpPlaces = new KcpPlaces({ ...this.#parts, platform, kept, term, record, report, onState, onFilled, end, stages });
    const writer = new ConfigStatusWriter({ ...this.#parts, api: platform, ownTypes: OWN_CONDITIONS, status });
    const isKnown = await Promise.all([store.whenKnown(end), this.#load(record, end)]).then(() => true, () => false);
    if (!isKnown) return;
    writer.changed();
    await Promise.all([writer.run(end), places.run()]);
  }

  /** What is noted must be known before an order is: another process may have noted it. */
  #load(record: OrderRecord, signal: AbortSignal): Promise<void> {
    const { clock, random, log } = this.#parts;
    const onFailure = (error: unknown): void => log.warn('The record of orders can not be read; it is tried again', { reason: messageOf(error) });
    return untilDone(() => record.load(signal), { clock, random, signal, onFailure });
  }
}
