/**
 * Writes what one mode knows into the ProviderConfig's status. Each mode has one and writes only its own conditions;
 * what others wrote stays. At most one write in a pause of ten seconds, the first one at once, the last state always.
 */
import { Conflict, NotFound } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject } from '@kcp-runtime/kube';
import type { Condition } from '../status/conditions.js';
import { readConditions, shortened } from '../status/conditions.js';
import { isJsonObject, mergePatchBetween } from '../status/merge-patch-between.js';
import { timestamp } from '../status/timestamp.js';
import type { JsonObject } from '../status/merge-patch-between.js';
import { Alarm } from './alarm.js';
import type { ConfigStore } from './config-store.js';
import { isReconcileAsked } from './reconcile-requests.js';
import { OPERATION_ANNOTATION } from '../offer/operation.js';
import type { OrderLog } from '../offer/order.js';
import { messageOf } from '../log/message-of.js';

/** What a condition of the ProviderConfig says, without its time. */
export interface ConfigFinding {
  readonly status: 'True' | 'False' | 'Unknown';
  /** One word in CamelCase. */
  readonly reason: string;
  /** A sentence, and what to do where there is something to do. */
  readonly message: string;
}

/** What a mode wants to stand in the status. */
export interface ConfigStatus {
  /** Conditions by type. Own types that are missing here are taken away. */
  readonly conditions: Readonly<Record<string, ConfigFinding>>;
  /** Fields of the status that are this mode's alone; one that is undefined is taken away. */
  readonly fields: Readonly<Record<string, JsonObject | undefined>>;
}

/** What a status writer needs. */
export interface ConfigStatusWriterParts {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly store: Pick<ConfigStore, 'type' | 'object' | 'state' | 'onObject'>;
  /** Every condition type that this mode ever writes. */
  readonly ownTypes: readonly string[];
  /** What is to be told now. */
  readonly status: () => ConfigStatus;
  /** Milliseconds from one write to the next; ten seconds where nothing is said. */
  readonly statusPauseMs?: number | undefined;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** What a condition says while standard mode is off. Where there is no openMCP, that is as it should be, and the provider is Ready. */
export const OPENMCP_NOT_SERVED = { status: 'False', reason: 'OpenMcpNotServed' } as const;

/** What came of one look at the status. */
type Look = 'nothingToSay' | 'written' | 'failed';

/** What happens within this time is told in one write. */
const SETTLE_MS = 500;
const PAUSE_MS = 10_000;
/** What the server refuses it may refuse for ever; something new to tell is tried at once all the same. */
const LONGEST_PAUSE_MS = 600_000;

/** Tells the operator on the ProviderConfig. */
export class ConfigStatusWriter {
  readonly #alarm: Alarm;
  #complaint: string | undefined;

  constructor(private readonly parts: ConfigStatusWriterParts) {
    this.#alarm = new Alarm(parts.clock);
  }

  /** There may be something new to tell, or the object has changed. */
  changed(): void {
    this.#alarm.ring();
  }

  /** Writes until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.parts.store.onObject(() => this.changed());
    const { clock, statusPauseMs = PAUSE_MS } = this.parts;
    const pause = new Alarm(clock);
    let failures = 0;
    try {
      while (!signal.aborted) {
        await this.#alarm.sleep(failures === 0 ? Infinity : Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
        await pause.sleep(SETTLE_MS, signal);
        const look = signal.aborted ? 'nothingToSay' : await this.#look(signal);
        failures = look === 'failed' ? failures + 1 : 0;
        if (look !== 'nothingToSay') await pause.sleep(statusPauseMs, signal);
      }
    } finally {
      unsubscribe();
    }
  }

  async #look(signal: AbortSignal): Promise<Look> {
    const { store } = this.parts;
    const object = store.object();
    if (object === undefined || store.state().kind === 'ignored') return 'nothingToSay';
    try {
      const isWritten = await this.#write(object, signal);
      this.#complaint = undefined;
      return isWritten ? 'written' : 'nothingToSay';
    } catch (error) {
      // A newer version is on its way to the store, whose event calls again; a deleted one needs no status.
      if (signal.aborted || error instanceof Conflict || error instanceof NotFound) return 'written';
      this.#complain(messageOf(error));
      return 'failed';
    }
  }

  /** What an operator has asked for is noted in the status before his annotation goes, so that nobody misses it. */
  async #write(object: KubeObject, signal: AbortSignal): Promise<boolean> {
    const { api, store } = this.parts;
    const ref = { name: object.metadata.name };
    const patch = this.#patch(object);
    const told = patch === undefined ? object : await api.resource(store.type).status.mergePatch(ref, { metadata: versionOf(object), status: patch }, { signal });
    if (isReconcileAsked(object)) {
      await api.resource(store.type).mergePatch(ref, { metadata: { ...versionOf(told), annotations: { [OPERATION_ANNOTATION]: null } } }, { signal });
    }
    return patch !== undefined;
  }

  /** Once, until it is over or is another one: it may stay for as long as nobody mends it. */
  #complain(reason: string): void {
    if (reason === this.#complaint) return;
    this.#complaint = reason;
    this.parts.log.error('The status of the ProviderConfig can not be written: what stands there is out of date. It is tried again less and less often', { reason });
  }

  #patch(object: KubeObject): JsonObject | undefined {
    const before = isJsonObject(object['status']) ? object['status'] : {};
    const at = timestamp(this.parts.clock);
    const { fields, conditions } = this.parts.status();
    const all = this.#conditions(before, conditions, at, object.metadata.generation);
    const common = { observedGeneration: object.metadata.generation, phase: phaseOf(object, all), conditions: all };
    const noted = isReconcileAsked(object) ? { reconciledAt: at } : {};
    return mergePatchBetween(before, { ...before, ...fields, ...common, ...noted });
  }

  /** Each where it stands already: two writers with lists of their own order would correct each other for ever. */
  #conditions(before: JsonObject, own: ConfigStatus['conditions'], at: string, observedGeneration: number | undefined): Condition[] {
    const old = readConditions(before);
    const types = new Set([...old.map(({ type }) => type), ...this.parts.ownTypes]);
    return [...types].flatMap((type) => {
      const was = old.find((condition) => condition.type === type);
      if (!this.parts.ownTypes.includes(type)) return was ?? [];
      const finding = own[type];
      if (finding === undefined) return [];
      const { status, reason, message } = finding;
      const lastTransitionTime = was?.status === status ? was.lastTransitionTime : at;
      return [{ type, status, reason, message: shortened(message), lastTransitionTime, observedGeneration }];
    });
  }
}

function versionOf({ metadata }: KubeObject): { readonly resourceVersion?: string } {
  return { resourceVersion: metadata.resourceVersion };
}

function phaseOf({ metadata }: KubeObject, conditions: readonly Condition[]): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return conditions.every(({ status, reason }) => status === 'True' || reason === OPENMCP_NOT_SERVED.reason) ? 'Ready' : 'Progressing';
}
