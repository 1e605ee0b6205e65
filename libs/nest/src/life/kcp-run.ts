/**
 * Serves one export of one provider workspace: follows the orders of all its consumers and has them worked on; a duty says
 * what else is done there. KcpMode runs one for the place that is offered, and KcpDrains one for each place that is left.
 */
import { tenantOfOrderKey } from '@kcp-runtime/kube';
import type { HostRewrite, KubeconfigSecret } from '@kcp-runtime/schema';
import { workspacePlaces } from '../access/workload-access.js';
import { CaBundle } from '../config/ca-bundle.js';
import { lastSnapshot } from '../config/config-snapshot.js';
import { TenantKubeconfigs } from '../credential/tenant-kubeconfigs.js';
import { TenantNamespaces } from '../credential/tenant-namespaces.js';
import { Engagements } from '../engage/engagements.js';
import { orderNotes, SeenPlaces } from '../orphans/order-notes.js';
import type { OrderNotes } from '../orphans/order-notes.js';
import type { KcpReport } from '../publish/kcp-report.js';
import { WorkspaceSource } from '../source/workspace-source.js';
import { CommonEnd } from './common-end.js';
import type { KcpDuty } from './kcp-duty.js';
import { KcpLink } from './kcp-link.js';
import type { KcpTermParts } from './kcp-term-parts.js';
import { KcpWorkloads } from './kcp-workloads.js';
import { OrderWork } from './order-work.js';
import { untilAborted } from './stages-of-stop.js';
import type { RunSignals } from './stages-of-stop.js';

/** Where a run works, and how it gets there. */
export interface RunPlace {
  /** Path of the provider workspace. */
  readonly providerWorkspace: string;
  readonly exportName: string;
  readonly kubeconfigSecret: KubeconfigSecret;
  readonly hosts: readonly HostRewrite[];
}

/** What a run is made of. */
export interface KcpRunParts extends Omit<KcpTermParts, 'store' | 'kept'> {
  readonly place: RunPlace;
  readonly duty: KcpDuty;
  readonly report: KcpReport;
  /** Endpoints or consumers are others by now. */
  readonly onState: () => void;
}

/** kcp mode for one provider workspace. */
export class KcpRun {
  readonly source: WorkspaceSource;
  readonly #parts: KcpRunParts;
  readonly #work: OrderWork;
  readonly #link: KcpLink;
  readonly #engagements: Engagements;
  readonly #caBundle: CaBundle;
  /** None where no order wants a workload cluster. */
  readonly #workloads: KcpWorkloads | undefined;

  constructor(parts: KcpRunParts) {
    const { platform, namespace, providerName, place, duty, offers, term, report, onState, metrics, clock, random, log } = parts;
    this.#parts = parts;
    this.#work = new OrderWork({ ...parts, config: duty.config, tenantOf: tenantOfOrderKey });
    this.#caBundle = new CaBundle({ platform, namespace, config: duty.config, onChange: () => this.source.requeueAll(), clock, random });
    this.#workloads = offers.some(({ handlers }) => handlers.offer.workload !== 'never') ? this.#workloadsOf(parts) : undefined;
    const ordersPerTenant = (): number | undefined => lastSnapshot(duty.config.state())?.kcp?.limits?.ordersPerTenant;
    this.source = new WorkspaceSource({ exportName: place.exportName, hosts: place.hosts, offers, queue: this.#work.queue, ordersPerTenant, kubeconfigs: new TenantKubeconfigs(platform), caBundle: this.#caBundle, reporter: providerName, onEngagement: (engagement) => this.#engagements.take(engagement), onState, clock, random, log });
    this.#engagements = new Engagements({ offers, lookAtLease: () => void term.holds(), clock, random, log });
    this.#link = new KcpLink({
      platform,
      secret: place.kubeconfigSecret,
      workspace: place.providerWorkspace,
      term,
      accept: (cluster) => duty.accept(cluster),
      serve: (apis, cluster, signal) => duty.serve({ apis, cluster, source: this.source, workload: this.#workloads, recheck: () => this.#link.recheck(), signal }),
      report,
      metrics,
      clock,
      random,
      log,
    });
  }

  /**
   * Takes orders in until `intake` aborts, and resolves when the last handler has returned.
   * `work` aborts the handlers themselves: the lease is lost, or the time for draining is over.
   * After `abandon` nobody waits for those that go on all the same. Rejects for a fault of ours only.
   */
  async run(signals: RunSignals): Promise<void> {
    const { duty } = this.#parts;
    const { work, abandon } = signals;
    const end = new CommonEnd(signals.intake);
    const { intake } = end;
    const over = new AbortController();
    const unsubscribe = this.#followConfig();
    // What a handler waits for while it is drained may be a cluster.
    const following = end.part(this.#workloads?.run(over.signal) ?? Promise.resolve());
    const serving = [this.#work.run(this.source, { intake, work }, { record: this.#notes(), workload: this.#workloads }), this.#engagements.run(intake, work), this.#link.run(intake)];
    await untilAborted(Promise.all(serving.map((part) => end.part(part))), abandon);
    over.abort();
    unsubscribe();
    await following;
    await duty.ended();
    await this.#work.close();
    await this.#workloads?.end();
    await this.#caBundle.stop();
    await this.#link.close();
    end.throwIfBroken();
  }

  #workloadsOf(parts: KcpRunParts): KcpWorkloads {
    const places = workspacePlaces(new TenantNamespaces(parts.platform));
    const wake = (key: string): void => this.#work.queue.add(key, 'changed');
    return new KcpWorkloads({ ...parts, config: parts.duty.config, caBundle: this.#caBundle, places, wake, onServed: () => this.source.requeueAll() });
  }

  #followConfig(): () => void {
    const { duty } = this.#parts;
    return duty.config.onChange(() => {
      duty.configChanged();
      this.#link.recheck();
    });
  }

  #notes(): OrderNotes {
    const { record, report } = this.#parts;
    return orderNotes(record, new SeenPlaces(() => report.facts.export?.identityHash), (key) => this.source.urlOf(key));
  }
}
