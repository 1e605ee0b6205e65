/**
 * Serves the orders of the onboarding cluster under one term of the lease: orders the access there, follows the orders, has them worked
 * on, and keeps openMCP told of the kinds that are served. StandardMode runs it.
 */
import type { KubeApi, LeaseTerm } from '@kcp-runtime/kube';
import { ClusterAddresses } from '../access/cluster-addresses.js';
import { onboardingRequest, ownController } from '../access/onboarding-request.js';
import { controlPlanePlaces } from '../access/workload-access.js';
import { CaBundle } from '../config/ca-bundle.js';
import type { ConfigStatus } from '../config/config-status-writer.js';
import { OnboardingSource, tenantOfOnboardingKey } from '../source/onboarding-source.js';
import { because } from '../status/reasons.js';
import { CommonEnd } from './common-end.js';
import { keepRegistration } from './kept-registration.js';
import { OnboardingLink } from './onboarding-link.js';
import { OrderWork } from './order-work.js';
import type { StandardModeParts } from './standard-mode.js';
import { standardStatus } from './standard-status.js';
import { untilAborted } from './stages-of-stop.js';
import type { RunSignals } from './stages-of-stop.js';
import { TenantClusters } from './tenant-clusters.js';

/** What a run is made of. */
export interface StandardRunParts extends StandardModeParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly term: LeaseTerm;
  /** There is something else to tell. */
  readonly onState: () => void;
}

/** Standard mode for one term. */
export class StandardRun {
  readonly source: OnboardingSource;
  readonly #parts: StandardRunParts;
  readonly #work: OrderWork;
  readonly #caBundle: CaBundle;
  readonly #clusters: TenantClusters;
  readonly #link: OnboardingLink;

  constructor(parts: StandardRunParts) {
    const { platform, namespace, providerName, offers, store: config, reachingClusters, clock, random } = parts;
    this.#parts = parts;
    this.#work = new OrderWork({ ...parts, config, tenantOf: tenantOfOnboardingKey });
    const { queue } = this.#work;
    this.#caBundle = new CaBundle({ platform, namespace, config, onChange: () => this.#trustAnew(), clock, random });
    this.#clusters = new TenantClusters({
      ...parts,
      config,
      caBundle: this.#caBundle,
      places: controlPlanePlaces,
      ownControllers: [ownController(offers)],
      notServed: because.platformLacks,
      wake: (key) => queue.add(key, 'changed'),
    });
    this.#link = new OnboardingLink({
      ...parts,
      access: this.#clusters.requests,
      order: onboardingRequest(parts),
      addresses: new ClusterAddresses(platform, reachingClusters),
      caBundle: this.#caBundle,
      serve: (signal) => this.source.run(signal),
    });
    this.source = new OnboardingSource({ ...parts, api: this.#link.api, queue, access: this.#clusters.controlPlanes, reporter: providerName });
  }

  /** What is to stand in the ProviderConfig's status. */
  status(): ConfigStatus {
    return standardStatus({ config: this.#parts.store.state(), connection: this.#link.finding, source: this.source });
  }

  /** As the run of kcp mode: intake, then handlers, then those that do not listen. Rejects for a fault of ours only. */
  async run({ intake: untilTold, work, abandon }: RunSignals): Promise<void> {
    const end = new CommonEnd(untilTold);
    const { intake } = end;
    const over = new AbortController();
    const unsubscribe = this.#parts.store.onChange(() => this.#link.recheck());
    // What a handler waits for while it is drained may be an access.
    const following = end.part(this.#clusters.run(over.signal));
    const serving = [this.#work.run(this.source, { intake, work }, { workload: this.#clusters.workloads }), this.#link.run(intake), keepRegistration(this.#parts, intake)];
    await untilAborted(Promise.all(serving.map((part) => end.part(part))), abandon);
    over.abort();
    unsubscribe();
    await following;
    await this.#work.close();
    await this.#clusters.close();
    await this.#caBundle.stop();
    await this.#link.close();
    end.throwIfBroken();
  }

  /** Every connection is made anew with the certificates of now. */
  #trustAnew(): void {
    this.#link.recheck();
    this.source.requeueAll();
  }
}
