/**
 * Connections to the clusters that the platform grants access to: one for each access, kept as long as its kubeconfig stays the
 * same and others do not need the room. The run of a mode has one and closes it.
 */
import { createHash } from 'node:crypto';
import { NotFound, ResourceClient, Unauthorized } from '@kcp-runtime/kube';
import type { Clock, KubeAccess, KubeAnswer, KubeApi, KubeConnection, KubeObject, KubeRequest, KubeStream, LeaseTerm, ResourceType } from '@kcp-runtime/kube';
import type { GrantedAccess, NamespacedName } from '@kcp-runtime/openmcp';
import type { CaBundle } from '../config/ca-bundle.js';
import { FIELD_MANAGER, GuardedApi } from '../life/guarded-api.js';
import { SECRETS } from '../config/platform-kinds.js';
import { RetiredConnections } from '../life/retired-connections.js';
import type { OrderLog } from '../offer/order.js';
import type { ClusterAddresses } from './cluster-addresses.js';
import { changedKubeconfig, readGranted } from './granted-kubeconfig.js';

/** An access as it was granted, and the request that it was granted to. */
export interface GrantedCluster {
  readonly request: NamespacedName;
  readonly granted: GrantedAccess;
}

/** What connections are made of. */
export interface ClusterConnectionsParts {
  /** The platform cluster, where the kubeconfigs stand. */
  readonly platform: KubeApi;
  readonly addresses: Pick<ClusterAddresses, 'forOurselves' | 'forWorkers'>;
  /** Sends nothing yet. */
  readonly connect: (access: KubeAccess) => Promise<ClusterConnection>;
  /** Trusted beside what a kubeconfig names. */
  readonly caBundle: Pick<CaBundle, 'read'>;
  /** Nothing is written once the lease has run out. */
  readonly term: Pick<LeaseTerm, 'holds'>;
  readonly clock: Clock;
  readonly log: OrderLog;
}

type ClusterConnection = Pick<KubeConnection, 'api' | 'close'>;

interface Connected {
  readonly madeFrom: string;
  readonly connection: ClusterConnection;
}

interface Opening {
  readonly madeFrom: string;
  readonly connection: Promise<ClusterConnection>;
}

/** Who has not been asked for longest makes room. */
const MOST = 256;
const RETIRE_MS = 30_000;

/** All connections to clusters of tenants. */
export class ClusterConnections {
  readonly #parts: ClusterConnectionsParts;
  readonly #connected = new Map<string, Connected>();
  /** The newest of each access, shared by all who ask meanwhile. */
  readonly #opening = new Map<string, Opening>();
  /** Read anew before the watch has told of it: until then every call comes with the old one. */
  readonly #newer = new Map<string, { readonly than: string; readonly kubeconfig: string }>();
  readonly #retired: RetiredConnections;
  #isClosed = false;

  constructor(parts: ClusterConnectionsParts) {
    this.#parts = parts;
    this.#retired = new RetiredConnections({ forMs: RETIRE_MS, clock: parts.clock, log: parts.log });
  }

  /** The cluster, with the rights that were granted. A credential that it no longer knows is read anew once. Throws KubeconfigRefused or CaBundleMissing. */
  async api(cluster: GrantedCluster, signal: AbortSignal): Promise<KubeApi> {
    const kubeconfig = this.#newest(cluster);
    const api = await this.#connect(cluster, kubeconfig, signal);
    return new RenewingApi(api, () => this.#renewed(cluster, kubeconfig, signal));
  }

  /** The kubeconfig for those who work beside the cluster. */
  async kubeconfig({ request, granted }: GrantedCluster, signal: AbortSignal): Promise<string> {
    const { addresses, caBundle } = this.#parts;
    const [server, bundle] = await Promise.all([addresses.forWorkers(request, signal), caBundle.read(signal)]);
    return changedKubeconfig(granted.kubeconfig, { server, caBundle: bundle });
  }

  /** Nobody asks for this one any more. */
  forget(request: NamespacedName): void {
    const key = keyOf(request);
    this.#newer.delete(key);
    this.#opening.delete(key);
    this.#drop(key);
  }

  /** Closes all of them, also those that are being opened. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = [...this.#opening.values()];
    this.#opening.clear();
    for (const key of [...this.#connected.keys()]) this.#drop(key);
    await Promise.all([this.#retired.close(), ...opening.map(({ connection }) => connection.catch(() => undefined))]);
  }

  async #connect({ request, granted }: GrantedCluster, kubeconfig: string, signal: AbortSignal): Promise<KubeApi> {
    const { addresses, caBundle, term } = this.#parts;
    const bundle = await caBundle.read(signal);
    const madeFrom = fingerprint(kubeconfig, bundle);
    const key = keyOf(request);
    const found = this.#connected.get(key);
    if (found?.madeFrom === madeFrom) return this.#use(key, found, term);
    const server = await addresses.forOurselves(request, signal);
    const access = readGranted({ secret: granted.secret, kubeconfig }, { server, caBundle: bundle });
    return new GuardedApi((await this.#open(key, madeFrom, access)).api(), term);
  }

  /** One connection for all who ask at a time for the same. */
  #open(key: string, madeFrom: string, access: KubeAccess): Promise<ClusterConnection> {
    const found = this.#opening.get(key);
    if (found?.madeFrom === madeFrom) return found.connection;
    const opening: Opening = { madeFrom, connection: this.#parts.connect(access).then((connection) => this.#opened(key, opening, connection)) };
    this.#opening.set(key, opening);
    opening.connection.catch(() => this.#leave(key, opening));
    return opening.connection;
  }

  /** Meanwhile nobody may want it any more, or another kubeconfig may be there: it then serves those who wait for it, and no others. */
  async #opened(key: string, opening: Opening, connection: ClusterConnection): Promise<ClusterConnection> {
    if (this.#isClosed) {
      await connection.close();
      throw new Error('The connections to clusters of tenants have ended with what they were for');
    }
    if (!this.#leave(key, opening)) {
      this.#retired.retire(connection);
      return connection;
    }
    this.#drop(key);
    this.#makeRoom();
    this.#connected.set(key, { madeFrom: opening.madeFrom, connection });
    return connection;
  }

  /** Whether it was still the one that is wanted. */
  #leave(key: string, opening: Opening): boolean {
    return this.#opening.get(key) === opening && this.#opening.delete(key);
  }

  /** What was used last stands last. */
  #use(key: string, connected: Connected, term: Pick<LeaseTerm, 'holds'>): KubeApi {
    this.#connected.delete(key);
    this.#connected.set(key, connected);
    return new GuardedApi(connected.connection.api(), term);
  }

  #makeRoom(): void {
    const [oldest] = this.#connected.keys();
    if (this.#connected.size >= MOST && oldest !== undefined) this.#drop(oldest);
  }

  #drop(key: string): void {
    const connected = this.#connected.get(key);
    this.#connected.delete(key);
    if (connected !== undefined) this.#retired.retire(connected.connection);
  }

  /** The watch may be behind: what the platform has now counts. `undefined` where that is no other. */
  async #renewed(cluster: GrantedCluster, used: string, signal: AbortSignal): Promise<KubeApi | undefined> {
    const kubeconfig = await this.#stored(cluster.granted.secret, signal);
    if (kubeconfig === undefined || kubeconfig === used) return undefined;
    const api = await this.#connect(cluster, kubeconfig, signal);
    this.#newer.set(keyOf(cluster.request), { than: cluster.granted.kubeconfig, kubeconfig });
    return api;
  }

  #newest({ request, granted }: GrantedCluster): string {
    const newer = this.#newer.get(keyOf(request));
    return newer?.than === granted.kubeconfig ? newer.kubeconfig : granted.kubeconfig;
  }

  async #stored({ namespace, name, key }: GrantedAccess['secret'], signal: AbortSignal): Promise<string | undefined> {
    try {
      const secret = await this.#parts.platform.resource(SECRETS).get({ namespace, name }, { signal });
      const { [key]: encoded } = (secret['data'] ?? {}) as Readonly<Record<string, string>>; // the wire
      return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

/** Asks once more with a newer credential where there is one. A stream ends by itself and is begun anew. */
class RenewingApi implements KubeApi {
  constructor(
    private readonly api: KubeApi,
    private readonly renewed: () => Promise<KubeApi | undefined>,
  ) {}

  get url(): string {
    return this.api.url;
  }

  resource<T extends KubeObject = KubeObject>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type, FIELD_MANAGER);
  }

  async request(request: KubeRequest): Promise<KubeAnswer> {
    try {
      return await this.api.request(request);
    } catch (error) {
      const renewed = error instanceof Unauthorized ? await this.renewed() : undefined;
      if (renewed === undefined) throw error;
      return renewed.request(request);
    }
  }

  stream(request: KubeRequest): Promise<KubeStream> {
    return this.api.stream(request);
  }
}

function fingerprint(...texts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function keyOf({ namespace, name }: NamespacedName): string {
  return `${namespace}/${name}`;
}
