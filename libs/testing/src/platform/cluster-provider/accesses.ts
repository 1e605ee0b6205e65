/** Grants AccessRequests as the platform's cluster providers do, unless the test has decided otherwise. */
import { shortHash } from '@kcp-runtime/openmcp';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { requestToken } from '../../admin/service-account.js';
import type { Canaries } from '../../canaries.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { addFinalizer, condition, dropFinalizer, finalizersOf, isDeleting, mergeStatus, pathIn, put, refOf, remove } from '../follow/object-writes.js';
import type { Ref } from '../follow/object-writes.js';
import { ACCESS_FINALIZER, CLUSTERS_API, LOCAL, PROFILE_LABEL, PROVIDER_LABEL } from '../names.js';
import { giveRights, takeRights } from './access-rights.js';
import type { Grantee } from './access-rights.js';
import { TOKEN_SECONDS, accessSecret } from './access-secret.js';
import type { Clusters } from './clusters.js';
import type { Decisions } from './decisions.js';

const ACCOUNT_NAMESPACE = 'accessrequests';

/** What the grants are made of. */
export interface AccessesParts {
  readonly platform: PlatformCluster;
  readonly clusters: Clusters;
  readonly decisions: Decisions;
  readonly environment: string;
  readonly canaries: Canaries | undefined;
  readonly faults: FaultLog;
}

/** The controller of AccessRequests. */
export class Accesses {
  private readonly follower: Follower;

  constructor(private readonly parts: AccessesParts) {
    this.follower = Follower.start({ client: parts.platform.client, path: `${CLUSTERS_API}/accessrequests`, look: (object) => this.look(object), faults: parts.faults });
  }

  lookAgain(): void {
    this.follower.lookAgain();
  }

  stop(): Promise<void> {
    return this.follower.stop();
  }

  /** Puts a new token into the Secret. The one before goes on to work, as it does on a real platform. */
  async rotate(ref: Ref): Promise<void> {
    const { request, cluster } = this.granted(ref);
    await this.writeSecret(request, cluster);
  }

  /** Makes every token of this access worthless, as at the end of its life; nothing renews it until `rotate`. */
  async revoke(ref: Ref): Promise<void> {
    const { request, cluster } = this.granted(ref);
    const { account } = this.granteeOf(request);
    await remove(cluster.client, pathIn('/api/v1', 'serviceaccounts', account));
    await this.makeAccount(cluster, account);
  }

  private async look(request: RawBody): Promise<Looked> {
    if (isDeleting(request)) return this.release(request);
    if (!isOurs(request)) return 'settled';
    const decision = this.parts.decisions.of(refOf(request));
    switch (decision.kind) {
      case 'hold':
        return 'settled';
      case 'deny':
        return this.deny(request, decision.message);
      case 'grant':
        return isSettled(request) ? 'settled' : this.grant(request);
    }
  }

  private async grant(request: RawBody): Promise<Looked> {
    const cluster = this.clusterOf(request);
    if (cluster === undefined) return 'again';
    if (!finalizersOf(request).includes(ACCESS_FINALIZER)) {
      // The watch tells of it, and then it goes on: done at once, what is granted here would look ungranted for a moment, and be granted twice.
      await addFinalizer(this.parts.platform.client, pathOf(request), request, ACCESS_FINALIZER);
      return 'settled';
    }
    const grantee = this.granteeOf(request);
    await this.makeAccount(cluster, grantee.account);
    await giveRights(cluster.client, grantee, dig(request, 'spec', 'token'));
    const secret = await this.writeSecret(request, cluster);
    await this.say(request, 'Granted', condition('Ready', 'True', 'ReconcileSuccess', 'Access is granted.', generationOf(request)), { secretRef: { name: refOf(secret).name } });
    return 'settled';
  }

  private async deny(request: RawBody, message: string): Promise<Looked> {
    if (dig(request, 'status', 'phase') !== 'Denied') {
      await this.say(request, 'Denied', condition('Ready', 'False', 'AccessDenied', message, generationOf(request)));
    }
    return 'settled';
  }

  private async release(request: RawBody): Promise<Looked> {
    if (!finalizersOf(request).includes(ACCESS_FINALIZER)) return 'settled';
    const cluster = this.clusterOf(request);
    if (cluster !== undefined) {
      const grantee = this.granteeOf(request);
      await takeRights(cluster.client, grantee);
      await remove(cluster.client, pathIn('/api/v1', 'serviceaccounts', grantee.account));
    }
    await dropFinalizer(this.parts.platform.client, pathOf(request), request, ACCESS_FINALIZER);
    return 'settled';
  }

  private async makeAccount({ client }: PlatformCluster, account: Ref): Promise<void> {
    await put(client, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: account.namespace } });
    await put(client, pathIn('/api/v1', 'serviceaccounts', { ...account, name: '' }), { apiVersion: 'v1', kind: 'ServiceAccount', metadata: account });
  }

  private async writeSecret(request: RawBody, cluster: PlatformCluster): Promise<RawBody> {
    const token = await requestToken(cluster.client, { ...this.granteeOf(request).account, seconds: TOKEN_SECONDS });
    const { namespace, name } = refOf(request);
    this.parts.canaries?.add(token, `token of AccessRequest ${namespace}/${name}`);
    return put(this.parts.platform.client, pathIn('/api/v1', 'secrets', { namespace, name: '' }), accessSecret(request, cluster, token));
  }

  private async say(request: RawBody, phase: string, ready: RawBody, more: RawBody = {}): Promise<void> {
    await mergeStatus(this.parts.platform.client, pathOf(request), { observedGeneration: generationOf(request), phase, conditions: [ready], ...more });
  }

  private granted(ref: Ref): { readonly request: RawBody; readonly cluster: PlatformCluster } {
    const request = this.follower.find(ref.namespace, ref.name);
    const cluster = request === undefined ? undefined : this.clusterOf(request);
    if (request === undefined || cluster === undefined) throw new Error(`AccessRequest ${ref.namespace}/${ref.name} is not granted; wait until it is.`);
    return { request, cluster };
  }

  private clusterOf(request: RawBody): PlatformCluster | undefined {
    const ref = dig(request, 'spec', 'clusterRef') as Ref | undefined;
    return ref === undefined ? undefined : this.parts.clusters.find(ref);
  }

  private granteeOf(request: RawBody): Grantee {
    const { namespace, name } = refOf(request);
    const hash = shortHash(this.parts.environment, LOCAL, namespace, name);
    return {
      account: { namespace: ACCOUNT_NAMESPACE, name: hash },
      hash,
      labels: { 'local.clusters.openmcp.cloud/managed-by-name': name, 'local.clusters.openmcp.cloud/managed-by-namespace': namespace },
    };
  }
}

/** The generic controller has handed it to us, by both labels. */
function isOurs(request: RawBody): boolean {
  const labels = dig(request, 'metadata', 'labels');
  return dig(labels, PROVIDER_LABEL) === LOCAL && dig(labels, PROFILE_LABEL) !== undefined && dig(request, 'status', 'phase') !== undefined;
}

function isSettled(request: RawBody): boolean {
  return dig(request, 'status', 'phase') === 'Granted' && dig(request, 'status', 'observedGeneration') === generationOf(request);
}

function generationOf(request: RawBody): unknown {
  return dig(request, 'metadata', 'generation');
}

function pathOf(request: RawBody): string {
  return pathIn(CLUSTERS_API, 'accessrequests', refOf(request));
}
