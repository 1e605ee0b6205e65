/**
 * Publishes the export that the ProviderConfig names and keeps it so, and remembers where it was published. The run of the
 * place that is offered has it. It works on no order itself.
 */
import type { KcpSettings } from '@kcp-runtime/schema';
import type { ConfigSnapshot } from '../config/config-snapshot.js';
import type { ConfigStore } from '../config/config-store.js';
import { isSamePlace } from '../config/kept-places.js';
import type { ExportResource } from '../publish/api-export.js';
import { exportPlan } from '../publish/export-plan.js';
import type { ExportPlan } from '../publish/export-plan.js';
import { acceptedSchemas, BREAKING_SCHEMA_ANNOTATION, PROVIDER_CLUSTER_ANNOTATION, ProviderWorkspaceReplaced } from '../publish/kcp-faults.js';
import type { KcpReport } from '../publish/kcp-report.js';
import { resourceName } from '../publish/schema-rollout.js';
import type { ServedBefore } from '../publish/schema-rollout.js';
import { ServicePublisher } from '../publish/service-publisher.js';
import type { DutyScene, KcpDuty } from './kcp-duty.js';
import type { KcpTermParts } from './kcp-term-parts.js';
import { careForOrphans } from './orphan-care.js';
import { messageOf } from '../log/message-of.js';

/** What the duty needs. */
export interface PublishingParts extends Omit<KcpTermParts, 'term'> {
  readonly exportName: string;
  /** As they are at the start of the run; of a newer version only what can change under a run is taken. */
  readonly settings: KcpSettings;
  readonly report: KcpReport;
}

/** The duty of the place that `spec.kcp` names. */
export class PublishingDuty implements KcpDuty {
  readonly config: ConfigStore;
  readonly #parts: PublishingParts;
  #publisher: ServicePublisher | undefined;
  #planned: { readonly snapshot: ConfigSnapshot; readonly plan: ExportPlan } | undefined;
  #keeping: Promise<void> = Promise.resolve();

  constructor(parts: PublishingParts) {
    this.#parts = parts;
    this.config = parts.store;
  }

  accept(cluster: string): void {
    const { store, settings } = this.#parts;
    const before = this.#before();
    if (before === undefined || before.cluster === cluster) return;
    if (store.annotation(PROVIDER_CLUSTER_ANNOTATION) !== cluster) throw new ProviderWorkspaceReplaced(settings.providerWorkspace, before.cluster, cluster);
  }

  async serve({ apis, cluster, source, workload, recheck, signal }: DutyScene): Promise<void> {
    const { providerName, exportName, settings, report, clock, random, log } = this.#parts;
    const broken = new AbortController();
    const until = AbortSignal.any([signal, broken.signal]);
    let following: Promise<void> | undefined;
    this.#publisher = new ServicePublisher({
      api: apis.workspace,
      providerName,
      exportName,
      cluster,
      providerWorkspace: settings.providerWorkspace,
      plan: () => this.#plan(),
      before: () => this.#servedBefore(cluster),
      boundSchemas: () => source.boundSchemas(),
      onOwnExport: (published) => {
        if (published !== undefined) this.#keepPublication(cluster, published, until);
        following ??= source.run(apis, until).catch((error: unknown) => broken.abort(error));
      },
      onTrouble: recheck,
      report,
      clock,
      random,
      log,
    });
    await Promise.all([this.#publisher.run(until), careForOrphans({ ...this.#parts, source, workload }, until)]);
    await following;
    if (broken.signal.aborted) throw broken.signal.reason;
  }

  configChanged(): void {
    this.#publisher?.wake();
  }

  ended(): Promise<void> {
    return this.#keeping;
  }

  /** Nothing is published while the ProviderConfig is gone or on its way. */
  #plan(): ExportPlan | undefined {
    const state = this.#parts.store.state();
    if (state.kind !== 'live' || state.snapshot.kcp === undefined) return undefined;
    if (this.#planned?.snapshot === state.snapshot) return this.#planned.plan;
    const { providerName, offers } = this.#parts;
    const plan = exportPlan(providerName, offers.map(({ handlers }) => handlers.offer), state.snapshot.kcp);
    this.#planned = { snapshot: state.snapshot, plan };
    return plan;
  }

  #before() {
    const { kept, settings, exportName } = this.#parts;
    const { publication } = kept.known;
    return publication !== undefined && isSamePlace(publication, { providerWorkspace: settings.providerWorkspace, exportName }) ? publication : undefined;
  }

  /** In another logical cluster there are no orders that a schema could break. */
  #servedBefore(cluster: string): Omit<ServedBefore, 'found'> {
    const before = this.#before();
    const forced = acceptedSchemas(this.#parts.store.annotation(BREAKING_SCHEMA_ANNOTATION));
    return { published: before?.cluster === cluster ? before.schemas : {}, forced };
  }

  #keepPublication(cluster: string, published: readonly ExportResource[], signal: AbortSignal): void {
    const { kept, store, exportName, settings, log } = this.#parts;
    const state = store.state();
    const { deletionPolicy } = (state.kind === 'live' ? state.snapshot.kcp : undefined) ?? settings;
    const { providerWorkspace, kubeconfigSecret, hosts = [] } = settings;
    const schemas = Object.fromEntries(published.map((resource) => [resourceName(resource), resource.schema]));
    const publication = { providerWorkspace, cluster, exportName, kubeconfigSecret: { ...kubeconfigSecret }, hosts: hosts.map((host) => ({ ...host })), deletionPolicy, schemas };
    this.#keeping = kept.keep({ publication }, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('Where the export was published can not be kept; it is tried again', { reason: messageOf(error) });
    });
  }
}
