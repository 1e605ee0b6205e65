/**
 * Writes what one mode knows into the ProviderConfig's status. Each mode has one and writes only its own conditions;
 * what others wrote stays. At most one write in ten seconds, the first one at once, the last state always.
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
  readonly store: ConfigStore;
  /** Every condition type that this mode ever writes. */
  readonly ownTypes: readonly string[];
  /** What is to be told now. */
  readonly status: () => ConfigStatus;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** Reason of a condition that tells why standard mode is off. Where there is no openMCP, that is as it should be, and the provider is Ready. */
export const OPENMCP_NOT_SERVED = 'OpenMcpNotServed';

/** What happens within this time is told in one write. */
const SETTLE_MS = 500;
const PAUSE_MS = 10_000;

/** Tells the operator on the ProviderConfig. */
export class ConfigStatusWriter {
  readonly #alarm: Alarm;

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
    const pause = new Alarm(this.parts.clock);
    while (!signal.aborted) {
      await this.#alarm.untilRung(signal);
      await pause.sleep(SETTLE_MS, signal);
      if (!signal.aborted && (await this.#write(signal))) await pause.sleep(PAUSE_MS, signal);
    }
    unsubscribe();
  }

  /** Whether a write was sent. */
  async #write(signal: AbortSignal): Promise<boolean> {
    const { api, store, log } = this.parts;
    const object = store.object();
    const patch = object === undefined ? undefined : this.#patch(object);
    if (object === undefined || patch === undefined) return false;
    try {
      const metadata = { resourceVersion: object.metadata.resourceVersion };
      await api.resource(store.type).status.mergePatch({ name: object.metadata.name }, { metadata, status: patch }, { signal });
    } catch (error) {
      // A newer version is on its way to the store, whose event calls again; a deleted one needs no status.
      if (signal.aborted || error instanceof Conflict || error instanceof NotFound) return true;
      log.warn('The status of the ProviderConfig can not be written', { reason: messageOf(error) });
      this.#alarm.ring();
    }
    return true;
  }

  #patch(object: KubeObject): JsonObject | undefined {
    const before = isJsonObject(object['status']) ? object['status'] : {};
    const at = timestamp(this.parts.clock);
    const { fields, conditions } = this.parts.status();
    const all = this.#conditions(before, conditions, at, object.metadata.generation);
    const common = { observedGeneration: object.metadata.generation, phase: phaseOf(object, all), conditions: all };
    return mergePatchBetween(before, { ...before, ...fields, ...common });
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

function phaseOf({ metadata }: KubeObject, conditions: readonly Condition[]): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return conditions.every(({ status, reason }) => status === 'True' || reason === OPENMCP_NOT_SERVED) ? 'Ready' : 'Progressing';
}
