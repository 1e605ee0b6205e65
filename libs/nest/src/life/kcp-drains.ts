/**
 * The places that are being left: one run for each, as long as it takes and over restarts of the process. KcpMode says which
 * they are whenever the ProviderConfig has changed. What is left is forgotten here and nowhere else.
 */
import { isSamePlace } from '../config/kept-places.js';
import type { KeptPublication } from '../config/kept-state.js';
import { untilDone } from '../config/until-done.js';
import { KcpReport } from '../publish/kcp-report.js';
import { DrainingDuty } from './draining-duty.js';
import type { DrainStage } from './draining-duty.js';
import { KcpRun } from './kcp-run.js';
import type { KcpTermParts } from './kcp-term-parts.js';
import type { RunSignals } from './stages-of-stop.js';
import { messageOf } from '../log/message-of.js';

/** What drains are made of. */
export interface KcpDrainsParts extends KcpTermParts {
  /** End all of them, in stages. */
  readonly signals: RunSignals;
  readonly onState: () => void;
  /** A fault of ours has ended one. */
  readonly onFault: (error: unknown) => void;
}

/** What is told of a place that is being left. */
export interface DrainState {
  readonly place: KeptPublication;
  readonly stage: DrainStage;
}

interface Drain {
  readonly place: KeptPublication;
  readonly duty: DrainingDuty;
  readonly report: KcpReport;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** All places that are being left. */
export class KcpDrains {
  #running: readonly Drain[] = [];
  readonly #ends: Promise<void>[] = [];

  constructor(private readonly parts: KcpDrainsParts) {}

  /** Where the connection does not work, that is what it waits for. */
  states(): DrainState[] {
    return this.#running.map(({ place, duty, report }) => {
      const { status, message } = report.findings.KcpConnected;
      return { place, stage: status === 'False' ? { kind: 'stuck', message } : duty.stage };
    });
  }

  /** Begins with places that are new, and ends the run of a place that is no longer among them; that one may be served again afterwards. */
  async follow(places: readonly KeptPublication[]): Promise<void> {
    const isWanted = ({ place }: Drain): boolean => places.some((wanted) => isSamePlace(wanted, place));
    const ending = this.#running.filter((drain) => !isWanted(drain));
    for (const { stop } of ending) stop.abort();
    await Promise.all(ending.map(({ ended }) => ended));
    const kept = this.#running.filter(isWanted);
    const begun = places.filter((place) => !kept.some((drain) => isSamePlace(drain.place, place))).map((place) => this.#begin(place));
    this.#running = [...kept, ...begun];
    this.parts.onState();
  }

  /** Resolves when all have ended, which the signals ask for. */
  async ended(): Promise<void> {
    await Promise.all(this.#ends);
  }

  #begin(place: KeptPublication): Drain {
    const { providerName, store, signals, onState, onFault, clock, log } = this.parts;
    log.info('A place that spec.kcp does not name is being left', { workspace: place.providerWorkspace, export: place.exportName });
    const stop = new AbortController();
    const report = new KcpReport(onState);
    const duty = new DrainingDuty({
      providerName, place, store, servedElsewhere: () => this.#servedElsewhere(place), onStage: onState, onDrained: () => this.#forget(place, stop), clock, log,
    });
    const run = new KcpRun({ ...this.parts, place, duty, report });
    const intake = AbortSignal.any([signals.intake, stop.signal]);
    const work = AbortSignal.any([signals.work, stop.signal]);
    const ended = run.run({ intake, work, abandon: signals.abandon }).catch(onFault);
    this.#ends.push(ended);
    return { place, duty, report, stop, ended };
  }

  /** Schemas are named by their content: two exports of one provider may share them. */
  #servedElsewhere(place: KeptPublication): string[] {
    const { publication, draining = [] } = this.parts.kept.known;
    const others = [...(publication === undefined ? [] : [publication]), ...draining].filter((other) => other.cluster === place.cluster && !isSamePlace(other, place));
    return others.flatMap(({ schemas }) => Object.values(schemas));
  }

  #forget(place: KeptPublication, stop: AbortController): void {
    const { kept, signals, onState, clock, random, log } = this.parts;
    log.info('A place that spec.kcp does not name is left: no order is held there any more', { workspace: place.providerWorkspace, export: place.exportName });
    stop.abort();
    this.#running = this.#running.filter((drain) => !isSamePlace(drain.place, place));
    const without = (): Promise<void> => {
      const draining = (kept.known.draining ?? []).filter((other) => !isSamePlace(other, place));
      return kept.keep({ draining: draining.length === 0 ? undefined : draining }, signals.intake);
    };
    const onFailure = (error: unknown): void => log.warn('That a place is left can not be kept; it is tried again', { reason: messageOf(error) });
    untilDone(without, { clock, random, signal: signals.intake, onFailure }).then(onState, () => undefined);
  }
}
