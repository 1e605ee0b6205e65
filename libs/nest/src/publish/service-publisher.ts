/**
 * Keeps schemas, export and bind rights in the provider workspace as the offers and the ProviderConfig want them,
 * for as long as it runs: what is deleted or changed there is put right again. PublishingDuty runs it under its lease.
 * It never deletes an export, touches entries of others or breaks living orders with a schema, and writes nothing where nothing differs.
 */
import { backoffMs, Conflict, KubeError } from '@kcp-runtime/kube';
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import { WatchedObject } from '../config/watched-object.js';
import type { OrderLog } from '../offer/order.js';
import { Alarm } from '../config/alarm.js';
import type { ApiExport, ExportResource } from './api-export.js';
import { API_EXPORTS, PROVIDER_ANNOTATION } from './api-export.js';
import { publishBindRights } from './bind-publication.js';
import { consumerBinding } from './consumer-binding.js';
import { exportChange } from './export-change.js';
import type { ExportPlan } from './export-plan.js';
import { BreakingSchemaChange, ExportConflict } from './kcp-faults.js';
import { connectedFinding, connectionFinding, isConnectionFault, publishFinding } from './kcp-findings.js';
import type { KcpReport } from './kcp-report.js';
import { publishSchema } from './schema-publication.js';
import { idleSchemas, pruneSchemas } from './schema-pruning.js';
import { resourceName, schemaRollout } from './schema-rollout.js';
import type { SchemaRollout, ServedBefore } from './schema-rollout.js';
import { messageOf } from '../log/message-of.js';

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
  /** What was served before, and which schemas the operator wants whatever they break. */
  readonly before: () => Omit<ServedBefore, 'found'>;
  /** Schemas that bindings serve at this moment; undefined while that is not known for every endpoint. */
  readonly boundSchemas: () => ReadonlySet<string> | undefined;
  /** The export is there and this provider's: orders may be served. Called again after each pass; without resources where nothing is published. */
  readonly onOwnExport: (published?: readonly ExportResource[]) => void;
  /** The workspace could not be asked: whoever has the connection may look at it. */
  readonly onTrouble: () => void;
  readonly report: KcpReport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** How long nothing is looked at again when no event comes: deleted schemas and roles are found so. */
const LOOK_AGAIN_MS = 300_000;
/** Bindings follow a new schema within seconds; then the old one can go. */
const IDLE_SOON_MS = 15_000;
const BACKOFF = { fromMs: 1000, upToMs: 60_000 };

/** Publishes one provider's export in one workspace. */
export class ServicePublisher {
  readonly #parts: PublisherParts;
  readonly #alarm: Alarm;
  readonly #export: WatchedObject<ApiExport>;
  /** What the last pass has published. */
  #rollout: SchemaRollout | undefined;
  #hasIdleSchemas = false;

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
      this.#parts.log.warn('Publishing has failed and is tried again', { reason: messageOf(error) });
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
    const rollout = await schemaRollout(api, plan, { found, ...this.#parts.before() }, signal);
    for (const schema of rollout.plan.schemas) await publishSchema(api, schema, signal);
    await this.#writeExport(rollout.plan, found, signal);
    await publishBindRights(api, plan, signal);
    this.#rollout = rollout;
    onOwnExport(rollout.plan.resources);
    this.#tell(rollout);
    await this.#prune(rollout, signal);
  }

  async #writeExport(plan: ExportPlan, found: ApiExport | undefined, signal: AbortSignal): Promise<void> {
    const exports = this.#parts.api.resource<ApiExport>(API_EXPORTS);
    const change = exportChange(plan, found);
    if (change.kind === 'create') await exports.create(change.object, { signal });
    if (change.kind === 'patch') await exports.mergePatch({ name: plan.exportName }, change.patch, { signal });
  }

  /** Old schemas go once nothing refers to them: not the export, no binding at any endpoint, and not the schema that is held back. */
  async #prune({ plan, wanted }: SchemaRollout, signal: AbortSignal): Promise<void> {
    const { api, providerName, exportName, boundSchemas, log } = this.#parts;
    const bound = boundSchemas();
    const referred = [plan, wanted].flatMap(({ resources }) => resources).concat(this.#export.get()?.spec?.resources ?? []);
    const inUse = new Set([...referred.map(({ schema }) => schema), ...(bound ?? [])]);
    const idle = await idleSchemas(api, { providerName, exportName, inUse }, signal);
    this.#hasIdleSchemas = idle.length > 0;
    if (bound === undefined || idle.length === 0) return;
    const pruned = await pruneSchemas(api, idle, signal);
    this.#hasIdleSchemas = false;
    if (pruned.kind === 'refused') log.warn('Old schemas can not be deleted. Apply what `manifests --kcp` prints in the provider workspace', { reason: pruned.message });
    else log.info('Old schemas that nobody refers to are deleted', { schemas: pruned.names.join(', ') });
  }

  /** Called at each event of the export: a difference calls for a pass, all else is only told. */
  #lookAtExport(): void {
    const plan = this.#parts.plan();
    if (plan === undefined) return;
    const rollout = this.#rollout;
    if (rollout?.wanted !== plan || exportChange(rollout.plan, this.#export.get()).kind !== 'none') this.#alarm.ring();
    else this.#tell(rollout);
  }

  #tell({ plan, held }: SchemaRollout): void {
    const { report, cluster, providerWorkspace } = this.#parts;
    const identityHash = this.#export.get()?.status?.identityHash;
    if (identityHash === undefined) {
      report.find('KcpPublished', { status: 'Unknown', reason: 'WaitingForIdentity', message: `APIExport ${plan.exportName} stands; kcp has not given it an identity yet` });
      return;
    }
    const schemas = plan.resources.map(({ group, name, schema }) => ({ resource: resourceName({ group, name }), schema }));
    report.learn({
      export: { name: plan.exportName, logicalCluster: cluster, identityHash, schemas },
      binding: consumerBinding(plan, providerWorkspace),
    });
    if (held.length > 0) report.find('KcpPublished', publishFinding(new BreakingSchemaChange(held)));
    else report.find('KcpPublished', { status: 'True', reason: 'Published', message: `APIExport ${plan.exportName} is published` });
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
    if (error === undefined) return this.#hasIdleSchemas ? IDLE_SOON_MS : LOOK_AGAIN_MS * (0.5 + random());
    // Somebody wrote at the same time: the event of it is on its way.
    if (error instanceof Conflict) return BACKOFF.fromMs;
    if (error instanceof KubeError && typeof error.retry === 'object') return error.retry.afterMs;
    return backoffMs(failures - 1, random, BACKOFF);
  }
}

function isOwn(found: ApiExport | undefined, providerName: string): boolean {
  return found?.metadata.annotations?.[PROVIDER_ANNOTATION] === providerName;
}
