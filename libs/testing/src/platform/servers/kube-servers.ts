/** The clusters of a real platform: one etcd, and for each cluster an API server, a controller manager and a kubelet that is played. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServers } from '../cluster/api-servers.js';
import { PlatformCluster } from '../cluster/platform-cluster.js';
import type { ClusterSettings } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Kubelet } from '../kubelet/kubelet.js';
import { PodAddresses } from '../kubelet/pod-addresses.js';
import type { Programs } from '../kubelet/program.js';
import { stopAll, stopTogether } from '../stop-all.js';
import type { Stop } from '../stop-all.js';
import { writeAccountKeys } from './account-keys.js';
import { startControllerManager } from './controller-manager.js';
import { startEtcd } from './etcd.js';
import type { Etcd } from './etcd.js';
import { startKubeApiServer } from './kube-apiserver.js';

/** What the clusters are made of. */
export interface KubeServersSettings extends ClusterSettings {
  /** The binary with all servers. */
  readonly file: string;
  /** What runs for the images of Pods; it may grow. */
  readonly programs: Programs;
  readonly faults: FaultLog;
}

interface Running {
  readonly cluster: PlatformCluster;
  readonly kubelet: Kubelet;
  stop(): Promise<void>;
}

/** A running etcd with clusters on it. Its owner closes it. */
export class KubeServers implements ApiServers {
  private readonly running = new Map<string, Promise<Running>>();
  private readonly addresses = new PodAddresses();
  private count = 0;

  private constructor(
    private readonly settings: KubeServersSettings,
    readonly folder: string,
    private readonly etcd: Etcd,
  ) {}

  static async start(settings: KubeServersSettings): Promise<KubeServers> {
    const folder = await mkdtemp(join(tmpdir(), 'platform-'));
    try {
      return new KubeServers(settings, folder, await startEtcd(settings.file, folder));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async serve(name: string): Promise<PlatformCluster> {
    return (await this.run(name)).cluster;
  }

  /** What runs the Pods of a cluster that is served. */
  async kubelet(name: string): Promise<Kubelet> {
    return (await this.run(name)).kubelet;
  }

  async remove(name: string): Promise<void> {
    const running = this.running.get(name);
    this.running.delete(name);
    await (await running)?.stop();
  }

  /** Ends every cluster, and the etcd only then: an API server without its etcd does not end. */
  async close(): Promise<void> {
    const all = await Promise.allSettled(this.running.values());
    this.running.clear();
    const clusters = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const removeFolder = (): Promise<void> => rm(this.folder, { recursive: true, force: true });
    await stopAll([removeFolder, () => this.etcd.stop(), () => stopTogether(clusters.map((cluster) => () => cluster.stop()))]);
  }

  private run(name: string): Promise<Running> {
    const found = this.running.get(name) ?? this.start(name, `cluster-${++this.count}`);
    this.running.set(name, found);
    return found;
  }

  private async start(name: string, prefix: string): Promise<Running> {
    const { file, programs, faults, ...settings } = this.settings;
    const folder = join(this.folder, prefix);
    await mkdir(folder);
    const keys = await writeAccountKeys(folder);
    const stops: Stop[] = [];
    const stop = (): Promise<void> => stopAll(stops.splice(0));
    try {
      const server = await startKubeApiServer({ file, folder, etcdUrl: this.etcd.url, prefix, keys });
      stops.push(() => server.stop());
      const cluster = await PlatformCluster.open(name, server, settings);
      stops.push(() => cluster.close());
      const manager = await startControllerManager({ file, folder, cluster, keys });
      stops.push(() => manager.stop());
      const kubelet = new Kubelet({ cluster, folder, programs, addresses: this.addresses, faults });
      stops.push(() => kubelet.stop());
      return { cluster, kubelet, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  }
}
