import type { Canaries } from '../../canaries.js';
import type { ApiServers } from '../cluster/api-servers.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { put } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { CLUSTERS_API, LOCAL } from '../names.js';
import { Accesses } from './accesses.js';
import { Clusters } from './clusters.js';
import type { FixedClusters } from './clusters.js';
import { Decisions } from './decisions.js';
import { Purposes } from './purposes.js';

/** What the provider works with. */
export interface ClusterProviderSettings {
  readonly platform: PlatformCluster;
  /** Clusters that are there already, by purpose; every other gets an API server of its own. */
  readonly fixed: FixedClusters;
  readonly servers: ApiServers;
  readonly environment: string;
  readonly canaries?: Canaries;
  readonly faults: FaultLog;
}

/**
 * The cluster provider of the tests, called `local`: a `Cluster` of its profile gets an API server, an AccessRequest a ServiceAccount
 * there with exactly the rights that were asked for, and a real token. A test may decide otherwise for each.
 */
export class ClusterProvider {
  private readonly held = new Purposes();
  private readonly decisions = new Decisions(() => this.accesses.lookAgain());
  private readonly clusters: Clusters;
  private readonly accesses: Accesses;

  private constructor({ platform, fixed, servers, environment, canaries, faults }: ClusterProviderSettings) {
    this.clusters = new Clusters(platform, fixed, servers, this.held, faults);
    this.accesses = new Accesses({ platform, clusters: this.clusters, decisions: this.decisions, environment, canaries, faults });
  }

  /** Announces its profile and starts to work. */
  static async start(settings: ClusterProviderSettings): Promise<ClusterProvider> {
    await put(settings.platform.client, `${CLUSTERS_API}/clusterprofiles`, {
      apiVersion: 'clusters.openmcp.cloud/v1alpha1',
      kind: 'ClusterProfile',
      metadata: { name: LOCAL },
      spec: { providerRef: { name: LOCAL }, providerConfigRef: { name: LOCAL }, supportedVersions: [{ version: '1.36.3' }] },
    });
    return new ClusterProvider(settings);
  }

  /** The API server behind a `Cluster`, once it is Ready. */
  findCluster(ref: Ref): PlatformCluster | undefined {
    return this.clusters.find(ref);
  }

  /** Refuses an AccessRequest of this name, now or when it comes. */
  denyAccess(ref: Ref, message = 'The cluster provider denies access.'): void {
    this.decisions.say(ref, { kind: 'deny', message });
  }

  /** Leaves an AccessRequest of this name unanswered. */
  holdAccess(ref: Ref): void {
    this.decisions.say(ref, { kind: 'hold' });
  }

  /** Grants an AccessRequest of this name, whatever was decided before. */
  grantAccess(ref: Ref): void {
    this.decisions.say(ref, { kind: 'grant' });
  }

  /** Puts a new token into the access's Secret. The one before goes on to work, as it does on a real platform. */
  rotateToken(ref: Ref): Promise<void> {
    return this.accesses.rotate(ref);
  }

  /** Makes every token of this access worthless, as at the end of its life; nothing renews it until {@link rotateToken}. */
  revokeTokens(ref: Ref): Promise<void> {
    return this.accesses.revoke(ref);
  }

  /** Lets no further `Cluster` of this purpose become Ready. */
  holdClusters(purpose: string): void {
    this.held.add(purpose);
  }

  /** Lets the clusters come that were held. */
  letClusters(purpose: string): void {
    this.held.delete(purpose);
    this.clusters.lookAgain();
  }

  async stop(): Promise<void> {
    await Promise.all([this.clusters.stop(), this.accesses.stop()]);
  }
}
