/**
 * Keeps schemas, export and bind rights in the provider workspace as the offers and the ProviderConfig want them,
 * for as long as it runs: what is deleted or changed there is put right again. KcpMode runs it under its lease.
 * It never deletes an export or a schema, never touches entries of others, and writes nothing where nothing differs.
 */
import { backoffMs, Conflict, KubeError } from '@kcp-runtime/kube';
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import { WatchedObject } from '../config/watched-object.js';
import type { OrderLog } from '../offer/order.js';
import { Alarm } from '../config/alarm.js';
import type { ApiExport } from './api-export.js';
import { API_EXPORTS, PROVIDER_ANNOTATION } from './api-export.js';
import { publishBindRights } from './bind-publication.js';
import { consumerBinding } from './consumer-binding.js';
import { exportChange } from './export-change.js';
import type { ExportPlan } from './export-plan.js';
import { ExportConflict } from './kcp-faults.js';
import { connectedFinding, connectionFinding, isConnectionFault, publishFinding } from './kcp-findings.js';
import type { KcpReport } from './kcp-report.js';
import { publishSchema } from './schema-publication.js';

/** What a publisher needs. */
export interface PublisherParts {
  /** Of the provider workspace. */
  readonly api: KubeApi;
  readonly providerName: string;
  readonly exportName: string;
  /** Logical cluster of that workspace. */
  readonly cluster: string;
  readonly providerWorkspace: string;
  /** What is to stand there now; undefined while the ProviderConfig is gone: then nothing is written. */
  readonly plan: () => ExportPlan | undefined;
  /** The export is there and this provider's: orders may be served. Called again after each pass. */
  readonly onOwnExport: () => void;
  /** The workspace could not be asked: whoever has the connection may look at it. */
  readonly onTrouble: () => void;
  readonly report: KcpReport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** How long nothing is looked at again when no event comes: deleted schemas and roles are found so. */
const LOOK_AGAIN_MS = 300_000;
const BACKOFF = { fromMs: 1000, upToMs: 60_000 };

/** Publishes one provider's export in one workspace. */
export class ServicePublisher {
  readonly #parts: PublisherParts;
  readonly #alarm: Alarm;
  readonly #export: WatchedObject<ApiExport>;

  constructor(parts: PublisherParts) {
    const { api, exportName, clock, random } = parts;
    this.#parts = parts;
    this.#alarm = new Alarm(clock);
    this.#export = new WatchedObject<ApiExport>({
      api,
      type: API_EXPORTS,
      ref: { name: exportName },
      clock,
      random,
      onChange: () => this.#lookAtExport(),
      onTrouble: (error) => {
        this.#findTrouble(error);
        parts.onTrouble();
      },
      onWell: () => this.#findWell(),
    });
  }

  /** Publishes until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const watching = this.#export.run(signal);
    await this.#export.whenKnown(signal);
    let failures = 0;
    while (!signal.aborted) {
      this.#alarm.answer();
      const error = await this.#tryOnce(signal);
      failures = error === undefined ? 0 : failures + 1;
      await this.#alarm.sleep(this.#pauseMs(error, failures), signal);
    }
    await watching;
  }

  /** Plan or permission may have changed: look now. */
  wake(): void {
    this.#alarm.ring();
  }

  async #tryOnce(signal: AbortSignal): Promise<unknown> {
    try {
      await this.#pass(signal);
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#findTrouble(error);
      this.#parts.log.warn('Publishing has failed and is tried again', { reason: error instanceof Error ? error.message : String(error) });
      return error;
    }
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const { api, onOwnExport } = this.#parts;
    const plan = this.#parts.plan();
    const found = this.#export.get();
    if (plan === undefined) return isOwn(found, this.#parts.providerName) ? onOwnExport() : undefined;
    const change = exportChange(plan, found);
    if (change.kind === 'conflict') throw new ExportConflict(plan.exportName, change.owner, plan.providerName);
    for (const schema of plan.schemas) await publishSchema(api, schema, signal);
    const exports = api.resource<ApiExport>(API_EXPORTS);
    if (change.kind === 'create') await exports.create(change.object, { signal });
    if (change.kind === 'patch') await exports.mergePatch({ name: plan.exportName }, change.patch, { signal });
    await publishBindRights(api, plan, signal);
    onOwnExport();
    this.#tell(plan);
  }

  /** Called at each event of the export: a difference calls for a pass, all else is only told. */
  #lookAtExport(): void {
    const plan = this.#parts.plan();
    if (plan === undefined) return;
    if (exportChange(plan, this.#export.get()).kind !== 'none') this.#alarm.ring();
    else if (this.#parts.report.findings.KcpPublished.reason !== 'Published') this.#tell(plan);
  }

  #tell(plan: ExportPlan): void {
    const { report, cluster, providerWorkspace } = this.#parts;
    const identityHash = this.#export.get()?.status?.identityHash;
    if (identityHash === undefined) {
      report.find('KcpPublished', { status: 'Unknown', reason: 'WaitingForIdentity', message: `APIExport ${plan.exportName} stands; kcp has not given it an identity yet` });
      return;
    }
    const schemas = plan.resources.map(({ group, name, schema }) => ({ resource: `${name}.${group}`, schema }));
    report.learn({
      export: { name: plan.exportName, logicalCluster: cluster, identityHash, schemas },
      binding: consumerBinding(plan, providerWorkspace),
    });
    report.find('KcpPublished', { status: 'True', reason: 'Published', message: `APIExport ${plan.exportName} is published` });
  }

  #findTrouble(error: unknown): void {
    const { report, providerWorkspace } = this.#parts;
    if (isConnectionFault(error)) report.find('KcpConnected', connectionFinding(error, providerWorkspace));
    else report.find('KcpPublished', publishFinding(error));
  }

  #findWell(): void {
    const { report, api, providerWorkspace } = this.#parts;
    report.find('KcpConnected', connectedFinding(new URL(api.url).origin, providerWorkspace));
    if (report.findings.KcpPublished.status !== 'True') this.#alarm.ring();
  }

  #pauseMs(error: unknown, failures: number): number {
    const { random } = this.#parts;
    if (error === undefined) return LOOK_AGAIN_MS * (0.5 + random());
    // Somebody wrote at the same time: the event of it is on its way.
    if (error instanceof Conflict) return BACKOFF.fromMs;
    if (error instanceof KubeError && typeof error.retry === 'object') return error.retry.afterMs;
    return backoffMs(failures - 1, random, BACKOFF);
  }
}

function isOwn(found: ApiExport | undefined, providerName: string): boolean {
  return found?.metadata.annotations?.[PROVIDER_ANNOTATION] === providerName;
}
