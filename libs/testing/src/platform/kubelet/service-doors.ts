/** Plays what makes a Service reachable from outside: a port of the node for type NodePort, an address of its own for a LoadBalancer. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { PlatformCluster } from '../cluster/platform-cluster.js';
import type { FaultLog } from '../follow/fault-log.js';
import { Follower } from '../follow/follower.js';
import type { Looked } from '../follow/follower.js';
import { mergeStatus, pathIn, refOf } from '../follow/object-writes.js';
import type { PodAddresses } from './pod-addresses.js';

/** The address of a Pod with these labels, while one runs. */
export type FindPod = (labels: Readonly<Record<string, string>>) => string | undefined;

/** What is needed to let somebody in. */
export interface ServiceDoorsSettings {
  readonly cluster: PlatformCluster;
  readonly addresses: PodAddresses;
  readonly findPod: FindPod;
  readonly faults: FaultLog;
}

interface ServicePort {
  readonly port: number;
  readonly targetPort?: number;
  readonly nodePort?: number;
}

interface Door {
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

/** The Services of one cluster. Its owner stops it. */
export class ServiceDoors {
  private readonly doors = new Map<string, Door>();
  private readonly follower: Follower;

  constructor(private readonly settings: ServiceDoorsSettings) {
    const { cluster, faults } = settings;
    this.follower = Follower.start({ client: cluster.client, path: '/api/v1/services', look: (service) => this.look(service), gone: (service) => this.close(keyOf(service)), faults });
  }

  async stop(): Promise<void> {
    await this.follower.stop();
    await Promise.all([...this.doors.keys()].map((key) => this.close(key)));
  }

  private async look(service: RawBody): Promise<Looked> {
    const port = dig(service, 'spec', 'ports', 0) as ServicePort | undefined;
    if (port === undefined || this.doors.has(keyOf(service))) return 'settled';
    switch (dig(service, 'spec', 'type')) {
      case 'NodePort':
        await this.open(service, this.settings.addresses.node, port.nodePort ?? port.port);
        return 'settled';
      case 'LoadBalancer': {
        const ip = this.settings.addresses.next();
        await this.open(service, ip, port.port);
        await mergeStatus(this.settings.cluster.client, pathIn('/api/v1', 'services', refOf(service)), { loadBalancer: { ingress: [{ ip }] } });
        return 'settled';
      }
      default:
        return 'settled';
    }
  }

  private async open(service: RawBody, host: string, port: number): Promise<void> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => this.forward(socket, sockets, service));
    server.listen(port, host);
    await once(server, 'listening');
    this.doors.set(keyOf(service), { server, sockets });
  }

  private forward(socket: Socket, sockets: Set<Socket>, service: RawBody): void {
    const host = this.settings.findPod((dig(service, 'spec', 'selector') ?? {}) as Record<string, string>);
    const { port, targetPort = port } = dig(service, 'spec', 'ports', 0) as ServicePort;
    if (host === undefined) return void socket.destroy();
    const upstream = connect(targetPort, host);
    for (const [one, other] of [[socket, upstream], [upstream, socket]] as const) {
      sockets.add(one);
      one.pipe(other);
      // Either side may break off; then there is nothing left to carry.
      one.on('error', () => other.destroy());
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }

  private async close(key: string): Promise<void> {
    const door = this.doors.get(key);
    if (door === undefined) return;
    this.doors.delete(key);
    for (const socket of door.sockets) socket.destroy();
    await new Promise((closed) => door.server.close(closed));
  }
}

function keyOf(service: RawBody): string {
  const { namespace, name } = refOf(service);
  return `${namespace}/${name}`;
}
