/**
 * Leaves a place that the ProviderConfig names no more: nothing is published, deletions of orders are served until none is held,
 * and what was published is then removed where `deletionPolicy` says so. KcpDrains has one for each such place.
 * It deletes no order and no binding.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Clock, KubeApi } from '@kcp-runtime/kube';
import { Alarm } from '../config/alarm.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import type { ConfigState, ServedConfig } from '../config/config-snapshot.js';
import type { ConfigStore, ConfigView } from '../config/config-store.js';
import type { KeptPublication } from '../config/kept-state.js';
import type { OrderLog } from '../offer/order.js';
import { ownExport, removePublication } from '../publish/export-removal.js';
import { PROVIDER_CLUSTER_ANNOTATION, ProviderWorkspaceReplaced } from '../publish/kcp-faults.js';
import type { WorkspaceSource } from '../source/workspace-source.js';
import type { DutyScene, KcpDuty } from './kcp-duty.js';
import { messageOf } from '../log/message-of.js';

/** What the duty needs. */
export interface DrainingParts {
  readonly providerName: string;
  readonly place: KeptPublication;
  readonly store: ConfigStore;
  /** Schemas that another export of this provider serves in the same workspace. */
  readonly servedElsewhere: () => readonly string[];
  /** It stands otherwise than before. */
  readonly onStage: () => void;
  /** Nothing is left to do in this place. */
  readonly onDrained: () => void;
  readonly clock: Clock;
  readonly log: OrderLog;
}

/** How far a place is left. */
export type DrainStage =
  | { readonly kind: 'looking' }
  /** Orders that are held, and workspaces that still bind where that matters. */
  | { readonly kind: 'waiting'; readonly orders: number; readonly consumers: number }
  /** It can't go on; the message says why. */
  | { readonly kind: 'stuck'; readonly message: string };

const LOOK_AGAIN_MS = 3_000;

function drainingBy(config: ConfigState): ServedConfig {
  return config.kind === 'ignored' ? config : { kind: 'draining', last: lastSnapshot(config) };
}

/** The duty of a place that is left. */
export class DrainingDuty implements KcpDuty {
  readonly config: ConfigView;
  readonly #parts: DrainingParts;
  #stage: DrainStage = { kind: 'looking' };

  constructor(parts: DrainingParts) {
    const { store } = parts;
    this.#parts = parts;
    this.config = { state: () => drainingBy(store.state()), onChange: (listener) => store.onChange(listener), onReconcile: (listener) => store.onReconcile(listener) };
  }

  get stage(): DrainStage {
    return this.#stage;
  }

  accept(cluster: string): void {
    const { place, store, onDrained } = this.#parts;
    if (cluster === place.cluster) return;
    // The operator has accepted that the old workspace is gone, and its orders with it.
    if (store.annotation(PROVIDER_CLUSTER_ANNOTATION) === cluster) onDrained();
    throw new ProviderWorkspaceReplaced(place.providerWorkspace, place.cluster, cluster);
  }

  async serve({ apis, source, signal }: DutyScene): Promise<void> {
    await Promise.all([source.run(apis, signal), this.#leave(apis.workspace, source, signal)]);
  }

  configChanged(): void {
    // Another config is for the orders alone; a place is taken up again by KcpDrains.
  }

  ended(): Promise<void> {
    return Promise.resolve();
  }

  async #leave(api: KubeApi, source: WorkspaceSource, signal: AbortSignal): Promise<void> {
    const alarm = new Alarm(this.#parts.clock);
    while (!signal.aborted) {
      if (await this.#isLeft(api, source, signal)) return this.#parts.onDrained();
      await alarm.sleep(LOOK_AGAIN_MS, signal);
    }
  }

  async #isLeft(api: KubeApi, source: WorkspaceSource, signal: AbortSignal): Promise<boolean> {
    const { providerName, place, store, servedElsewhere, log } = this.#parts;
    if (store.state().kind === 'ignored') return false;
    const owner = { providerName, exportName: place.exportName, inUse: new Set(servedElsewhere()) };
    try {
      const found = await ownExport(api, owner, signal);
      if (found === 'foreign') return true;
      if (found === 'gone') return this.#wait({ kind: 'stuck', message: `APIExport ${place.exportName} is gone, so its orders can't be reached. Create it again, or name the place in spec.kcp once more` });
      if (!source.isInSync) return this.#wait(this.#stage.kind === 'stuck' ? { kind: 'looking' } : this.#stage);
      const [orders, consumers] = [source.heldOrders(), source.consumers().length];
      if (orders > 0 || (consumers > 0 && place.deletionPolicy === 'Delete')) return this.#wait({ kind: 'waiting', orders, consumers });
      if (place.deletionPolicy === 'Delete') await removePublication(api, owner, signal);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const message = messageOf(error);
      log.warn('A place that is no longer named can not be left at the moment; it is tried again', { reason: message });
      return this.#wait({ kind: 'stuck', message });
    }
  }

  #wait(stage: DrainStage): false {
    if (isDeepStrictEqual(stage, this.#stage)) return false;
    this.#stage = stage;
    this.#parts.onStage();
    return false;
  }
}
