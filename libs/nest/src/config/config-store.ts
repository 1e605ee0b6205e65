/**
 * Knows the ProviderConfig: watches it, validates every version, keeps the last valid one beyond this process.
 * Both modes read from it and are told of changes; it calls no handler and writes nothing but what is kept.
 */
import { isDeepStrictEqual } from 'node:util';
import { Milestone } from '@kcp-runtime/kube';
import type { Clock, KubeApi, KubeObject, Random, ResourceType } from '@kcp-runtime/kube';
import type { ProviderConfigApiClass, ProviderMode } from '@kcp-runtime/schema';
import { operationOf } from '../offer/operation.js';
import type { OrderLog } from '../offer/order.js';
import { Alarm } from './alarm.js';
import type { ConfigSnapshot, ConfigState, ServedConfig } from './config-snapshot.js';
import { lastSnapshot } from './config-snapshot.js';
import type { KeptState } from './kept-state.js';
import { readConfig } from './read-config.js';
import { ReconcileRequests } from './reconcile-requests.js';
import { untilDone } from './until-done.js';
import { WatchedObject } from './watched-object.js';
import { messageOf } from '../log/message-of.js';

/** What the loop sees of the ProviderConfig: its state now, and a call at each change. The listeners must not throw. */
export interface ConfigView {
  state(): ServedConfig;
  /** Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void;
  /** The same for an operator who wants all orders looked at again. */
  onReconcile(listener: () => void): () => void;
}

/** What a store needs. */
export interface ConfigStoreParts {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly configClass: ProviderConfigApiClass;
  readonly modes: readonly ProviderMode[];
  readonly providerName: string;
  readonly kept: KeptState;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** The version that was looked at last, so that a new status alone changes nothing. */
interface Looked {
  readonly uid?: string;
  readonly generation?: number;
  readonly isDeleting: boolean;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The ProviderConfig of this provider. */
export class ConfigStore implements ConfigView {
  readonly type: ResourceType;
  readonly #parts: ConfigStoreParts;
  readonly #object: WatchedObject;
  readonly #listeners = new Set<() => void>();
  readonly #objectListeners = new Set<() => void>();
  readonly #reconcileListeners = new Set<() => void>();
  readonly #requests = new ReconcileRequests();
  readonly #alarm: Alarm;
  readonly #known = new Milestone();
  #state: ConfigState = { kind: 'absent' };
  #looked: Looked | undefined;

  constructor(parts: ConfigStoreParts) {
    const { api, configClass, providerName, clock, random, log } = parts;
    const { group, version, plural, kind, scope } = configClass;
    this.type = { group, version, plural, kind, scope };
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    this.#object = new WatchedObject({
      api,
      type: this.type,
      ref: { name: providerName },
      clock,
      random,
      onChange: () => this.#look(),
      onTrouble: (error) => log.warn('The ProviderConfig can not be watched at the moment', { reason: error.message }),
      onWell: () => log.debug('The ProviderConfig is watched'),
    });
  }

  state(): ConfigState {
    return this.#state;
  }

  /** Also called when an annotation of the ProviderConfig changes, which is the operator's way to answer. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Every process is told, in whichever mode it works and whoever takes the annotation away. */
  onReconcile(listener: () => void): () => void {
    this.#reconcileListeners.add(listener);
    return () => this.#reconcileListeners.delete(listener);
  }

  /** The object as the platform last told it; undefined when it is not there. */
  object(): KubeObject | undefined {
    return this.#object.get();
  }

  /** Called at each version of the object, a new status too. */
  onObject(listener: () => void): () => void {
    this.#objectListeners.add(listener);
    return () => this.#objectListeners.delete(listener);
  }

  /** An answer of the operator on the ProviderConfig. */
  annotation(name: string): string | undefined {
    return this.#looked?.annotations[name];
  }

  /** Resolves when the platform and what was kept have been read. Before that nothing may be concluded from `state`. */
  whenKnown(signal: AbortSignal): Promise<void> {
    return this.#known.when(signal);
  }

  /** Watches and keeps until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const watching = this.#object.run(signal);
    try {
      await this.#begin(signal);
      while (!signal.aborted) {
        await this.#keep(signal);
        await this.#alarm.untilRung(signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await watching;
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const { kept, providerName, log } = this.#parts;
    const { config } = await this.#untilDone(() => kept.load(signal), 'What was kept can not be read', signal);
    if (config !== undefined) {
      const read = this.#read({ name: providerName, ...config });
      if (read.ok) this.#state = { kind: 'absent', last: read.snapshot };
      else log.warn('The config that was kept is not valid for this version of the provider', { reason: read.message });
    }
    await this.#object.whenKnown(signal);
    this.#known.reach();
    this.#look();
  }

  #look(): void {
    if (!this.#known.isReached) return;
    const object = this.object();
    const looked = lookedAt(object);
    if (this.#looked === undefined || !isDeepStrictEqual(looked, this.#looked)) {
      this.#looked = looked;
      this.#state = this.#evaluate(object);
      this.#alarm.ring();
      for (const listener of this.#listeners) listener();
    }
    if (this.#requests.isNew(object)) for (const listener of this.#reconcileListeners) listener();
    for (const listener of this.#objectListeners) listener();
  }

  #evaluate(object: KubeObject | undefined): ConfigState {
    const last = lastSnapshot(this.#state);
    if (object === undefined) return { kind: 'absent', last };
    if (operationOf(object) === 'ignore') return { kind: 'ignored', last };
    if (object.metadata.deletionTimestamp !== undefined) return { kind: 'deleting', last };
    const generation = object.metadata.generation ?? 0;
    const read = this.#read({ name: object.metadata.name, generation, spec: object['spec'] });
    if (read.ok) return { kind: 'live', snapshot: read.snapshot };
    const fault = { generation, message: read.message };
    this.#parts.log.error('The ProviderConfig is not valid; the last valid version stays in use', { reason: read.message });
    return last === undefined ? { kind: 'absent', fault } : { kind: 'live', snapshot: last, fault };
  }

  #read(text: { readonly name: string; readonly generation: number; readonly spec: unknown }): ReturnType<typeof readConfig> {
    return readConfig(this.#parts.configClass.ctor, this.#parts.modes, text);
  }

  /** Only what stands on the platform as a valid version is kept, and as it stands there. */
  async #keep(signal: AbortSignal): Promise<void> {
    const snapshot = this.#state.kind === 'live' && this.#state.fault === undefined ? this.#state.snapshot : undefined;
    const object = this.object();
    if (snapshot === undefined || object === undefined || !isVersion(object, snapshot)) return;
    const config = { generation: snapshot.generation, spec: object['spec'] ?? {} };
    await this.#untilDone(() => this.#parts.kept.keep({ config }, signal), 'The valid config can not be kept', signal);
  }

  #untilDone<T>(attempt: () => Promise<T>, complaint: string, signal: AbortSignal): Promise<T> {
    const { clock, random, log } = this.#parts;
    const onFailure = (error: unknown): void => log.warn(`${complaint}; it is tried again`, { reason: messageOf(error) });
    return untilDone(attempt, { clock, random, signal, onFailure });
  }
}

function lookedAt(object: KubeObject | undefined): Looked {
  const { uid, generation, deletionTimestamp, annotations = {} } = object?.metadata ?? { name: '' };
  return { uid, generation, isDeleting: deletionTimestamp !== undefined, annotations };
}

function isVersion(object: KubeObject, snapshot: ConfigSnapshot): boolean {
  return object.metadata.generation === snapshot.generation;
}
