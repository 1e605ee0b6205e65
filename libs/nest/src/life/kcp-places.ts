/**
 * Where kcp mode works under one term of its lease: in the place that `spec.kcp` names, and in those that it named before and
 * that are being left. KcpMode runs it. It decides what is served and what is drained, and works on nothing itself.
 */
import type { KcpSettings } from '@kcp-runtime/schema';
import { Alarm } from '../config/alarm.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import { isSamePlace, placesFor } from '../config/kept-places.js';
import type { KeptPublication } from '../config/kept-state.js';
import { untilDone } from '../config/until-done.js';
import { exportNameOf } from '../publish/export-plan.js';
import type { KcpReport } from '../publish/kcp-report.js';
import type { WorkspaceSource } from '../source/workspace-source.js';
import { KcpDrains } from './kcp-drains.js';
import type { DrainState } from './kcp-drains.js';
import { KcpRun } from './kcp-run.js';
import type { RunPlace } from './kcp-run.js';
import type { KcpTermParts } from './kcp-term-parts.js';
import { PublishingDuty } from './publishing-duty.js';
import type { StagesOfStop } from './stages-of-stop.js';
import { messageOf } from '../log/message-of.js';

/** What it is made of. */
export interface KcpPlacesParts extends KcpTermParts {
  /** Of the place that is served. */
  readonly report: KcpReport;
  /** Endpoints, consumers or places are others by now. */
  readonly onState: () => void;
  /** The orders that were there have been seen, or there is nothing to serve. */
  readonly onFilled: () => void;
  /** The term or the process ends. */
  readonly end: AbortSignal;
  readonly stages: StagesOfStop;
}

/** A run, and what ends it. */
interface Running {
  readonly target: string | undefined;
  readonly end: () => Promise<void>;
}

/** The places of one term. */
export class KcpPlaces {
  readonly #parts: KcpPlacesParts;
  readonly #drains: KcpDrains;
  readonly #alarm: Alarm;
  readonly #faults: unknown[] = [];
  #run: KcpRun | undefined;
  /** The last `spec.kcp` that was seen. */
  #named: KcpSettings | undefined;

  constructor(parts: KcpPlacesParts) {
    const { end, stages, term, clock } = parts;
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    const signals = { intake: end, work: AbortSignal.any([term.signal, stages.force]), abandon: stages.abandon };
    this.#drains = new KcpDrains({ ...parts, signals, onFault: (error) => this.#end(error) });
  }

  /** Orders of the place that is served; undefined where there is none. */
  get source(): WorkspaceSource | undefined {
    return this.#run?.source;
  }

  /** The places that are being left. */
  get drains(): readonly DrainState[] {
    return this.#drains.states();
  }

  /** One run after another, as the ProviderConfig names what is to be served. Rejects for a fault of ours only. */
  async run(): Promise<void> {
    const { store, kept, end } = this.#parts;
    // Another process may have held the lease since this one began.
    const isKnown = await this.#untilDone(() => kept.load(end), 'What was kept can not be read');
    if (!isKnown) return;
    const unsubscribe = store.onChange(() => {
      this.#named = this.#settings() ?? this.#named;
      this.#alarm.ring();
    });
    let running = await this.#begin();
    while (!end.aborted && this.#faults.length === 0) {
      await this.#alarm.untilRung(end);
      if (end.aborted || this.#faults.length > 0 || running.target === this.#target()) continue;
      await running.end();
      running = await this.#begin();
    }
    unsubscribe();
    await running.end();
    await this.#drains.ended();
    if (this.#faults.length > 0) throw this.#faults[0];
  }

  /** What was served before is kept as a place to leave before anything else is published, so that no end of the process forgets it. */
  async #begin(): Promise<Running> {
    const { store, kept, report, onFilled, end } = this.#parts;
    const [settings, target] = [this.#settings(), this.#target()];
    const known = { ...kept.known, publication: kept.known.publication && this.#asNamed(kept.known.publication) };
    report.reset();
    // Without a ProviderConfig nobody has said that a place is to be left.
    const places = store.state().kind === 'live' ? placesFor(known, settings && this.#placeOf(settings)) : {};
    const isKept = await this.#untilDone(() => kept.keep(places, end), 'Which places are left can not be kept');
    if (!isKept) return { target, end: () => Promise.resolve() };
    await this.#drains.follow(kept.known.draining ?? []);
    if (settings !== undefined) return this.#serve(settings, target);
    onFilled();
    return { target, end: () => Promise.resolve() };
  }

  /** The run drains by itself when the term ends; another target ends its handlers too, since nobody serves their orders any more. */
  #serve(settings: KcpSettings, target: string | undefined): Running {
    const { term, end, stages, onFilled } = this.#parts;
    const place = this.#placeOf(settings);
    const other = new AbortController();
    const intake = AbortSignal.any([end, other.signal]);
    const work = AbortSignal.any([term.signal, stages.force, other.signal]);
    const duty = new PublishingDuty({ ...this.#parts, exportName: place.exportName, settings });
    const run = new KcpRun({ ...this.#parts, place, duty });
    this.#run = run;
    const ended = run.run({ intake, work, abandon: stages.abandon }).catch((error: unknown) => this.#end(error));
    run.source.whenFilled(intake).then(onFilled, () => undefined);
    return {
      target,
      end: async () => {
        if (!end.aborted) other.abort();
        await ended;
        this.#run = undefined;
      },
    };
  }

  /** Also of the last valid config: orders that are being deleted must be served when the ProviderConfig is gone. */
  #settings(): KcpSettings | undefined {
    return lastSnapshot(this.#parts.store.state())?.kcp;
  }

  #placeOf(settings: KcpSettings): RunPlace {
    const { providerWorkspace, kubeconfigSecret, hosts = [] } = settings;
    const exportName = exportNameOf(this.#parts.offers.map(({ handlers }) => handlers.offer), settings);
    return { providerWorkspace, exportName, kubeconfigSecret, hosts };
  }

  /** The version that named the place last may be younger than the one that was published last. */
  #asNamed(place: KeptPublication): KeptPublication {
    const named = this.#named;
    return named !== undefined && isSamePlace(place, this.#placeOf(named)) ? { ...place, deletionPolicy: named.deletionPolicy } : place;
  }

  /** What can't change under a run: another one of these is another run. Labels, bind rights and the poll interval can. */
  #target(): string | undefined {
    const settings = this.#settings();
    return settings && JSON.stringify(this.#placeOf(settings));
  }

  #end(fault: unknown): void {
    this.#faults.push(fault);
    this.#alarm.ring();
  }

  /** Whether it was done before the end. */
  #untilDone(attempt: () => Promise<unknown>, complaint: string): Promise<boolean> {
    const { clock, random, log, end } = this.#parts;
    const onFailure = (error: unknown): void => log.warn(`${complaint}; it is tried again`, { reason: messageOf(error) });
    return untilDone(attempt, { clock, random, signal: end, onFailure }).then(() => true, () => false);
  }
}
