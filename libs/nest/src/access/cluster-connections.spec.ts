import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, ResourceClient, Unauthorized } from '@kcp-runtime/kube';
import type { KubeAccess, KubeAnswer, KubeApi, KubeRequest } from '@kcp-runtime/kube';
import type { GrantedAccess } from '@kcp-runtime/openmcp';
import { claimableKind } from '../customer/claimable-kinds.js';
import { PlatformObjects } from '../fixture/platform-objects.fixture.js';
import { LeaseTermOver } from '../publish/kcp-faults.js';
import { ClusterConnections } from './cluster-connections.js';

const signal = new AbortController().signal;
const SECRET_PATH = '/api/v1/namespaces/mcp--1/secrets/a.kubeconfig';
const secrets = claimableKind('', 'secrets');
const request = (name = 'a') => ({ namespace: 'mcp--1', name });

function kubeconfig(token: string, server = 'https://cluster.test'): string {
  return JSON.stringify({
    'current-context': 'cluster',
    contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'foo' } }],
    clusters: [{ name: 'cluster', cluster: { server } }],
    users: [{ name: 'foo', user: { token } }],
  });
}

function granted(token: string, server?: string): GrantedAccess {
  return { kind: 'granted', secret: { namespace: 'mcp--1', name: 'a.kubeconfig', key: 'kubeconfig' }, kubeconfig: kubeconfig(token, server), version: token };
}

/** A cluster that knows one token. */
class Cluster {
  readonly connected: KubeAccess[] = [];
  readonly closed: string[] = [];
  knows = 'one';
  holds = true;
  address: string | undefined;
  readonly platform = new PlatformObjects();
  readonly clock = new ManualClock();
  /** While set, connecting takes until it is resolved. */
  gate: Promise<void> = Promise.resolve();
  readonly log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

  connections(): ClusterConnections {
    const { platform, clock, log } = this;
    return new ClusterConnections({
      platform,
      addresses: { forOurselves: async () => this.address, forWorkers: async () => 'https://inside.test' },
      caBundle: { read: async () => undefined },
      term: { holds: () => this.holds },
      connect: async (access) => {
        const connection = this.#connect(access);
        await this.gate;
        return connection;
      },
      clock,
      log,
    });
  }

  stores(text: string): void {
    this.platform.objects.set(SECRET_PATH, { metadata: { name: 'a.kubeconfig' }, data: { kubeconfig: Buffer.from(text).toString('base64') } });
  }

  #connect(access: KubeAccess): { api(): KubeApi; close(): Promise<void> } {
    const { credential } = access.reveal();
    const token = credential.kind === 'token' ? credential.token : '';
    this.connected.push(access);
    const answer = async ({ method, path }: KubeRequest): Promise<KubeAnswer> => {
      if (token !== this.knows) throw new Unauthorized({ method, url: path, status: 401, message: 'Unauthorized' });
      return { status: 200, bytes: Buffer.from('{}'), warnings: [], json: () => ({ kind: 'Secret', metadata: { name: token } }) };
    };
    const api: KubeApi = { url: access.server, request: answer, stream: () => Promise.reject(new Error('no streams here')), resource: (type) => new ResourceClient(api, type, 'test') };
    return { api: () => api, close: async () => void this.closed.push(token) };
  }
}

async function tokenSeen(api: KubeApi): Promise<string> {
  if (secrets === undefined) throw new Error('Secrets can be claimed');
  return (await api.resource(secrets).get({ namespace: 'n', name: 's' }, { signal })).metadata.name;
}

describe('connections to the clusters of tenants', () => {
  let cluster: Cluster;
  let connections: ClusterConnections;
  beforeEach(() => {
    cluster = new Cluster();
    connections = cluster.connections();
  });

  it('are kept as long as the kubeconfig stays the same', async () => {
    await connections.api({ request: request(), granted: granted('one') }, signal);
    await connections.api({ request: request(), granted: { ...granted('one'), version: 'another' } }, signal);
    expect(cluster.connected).toHaveLength(1);
  });

  it('give way to one with a new token, and end when nobody can be using them any more', async () => {
    await connections.api({ request: request(), granted: granted('one') }, signal);
    await connections.api({ request: request(), granted: granted('two') }, signal);
    expect(cluster.closed).toEqual([]);
    await cluster.clock.advance(30_000);
    expect(cluster.closed).toEqual(['one']);
  });

  it('are one for each access', async () => {
    await connections.api({ request: request('a'), granted: granted('one') }, signal);
    await connections.api({ request: request('b'), granted: granted('one') }, signal);
    expect(cluster.connected).toHaveLength(2);
  });

  it('make room for each other when there are very many', async () => {
    for (let each = 0; each <= 256; each += 1) await connections.api({ request: request(`a${each}`), granted: granted('one') }, signal);
    await cluster.clock.advance(30_000);
    expect(cluster.closed).toHaveLength(1);
  });

  it('try once more with what the platform has by now where the cluster does not know the token', async () => {
    const api = await connections.api({ request: request(), granted: granted('one') }, signal);
    cluster.knows = 'two';
    cluster.stores(kubeconfig('two'));
    expect([await tokenSeen(api), await tokenSeen(api)]).toEqual(['two', 'two']);
  });

  it('stay with the newer token as long as the watch has not told of it', async () => {
    cluster.knows = 'two';
    cluster.stores(kubeconfig('two'));
    for (let call = 0; call < 3; call += 1) expect(await tokenSeen(await connections.api({ request: request(), granted: granted('one') }, signal))).toBe('two');
    expect(cluster.connected).toHaveLength(2);
  });

  it('say that the cluster does not know the token where the platform has no other', async () => {
    const api = await connections.api({ request: request(), granted: granted('one') }, signal);
    cluster.knows = 'two';
    cluster.stores(kubeconfig('one'));
    await expect(tokenSeen(api)).rejects.toThrow(Unauthorized);
    cluster.platform.objects.clear();
    await expect(tokenSeen(api)).rejects.toThrow(Unauthorized);
  });

  it('refuse a kubeconfig that would start a program here, also where it is read anew', async () => {
    const evil = kubeconfig('one').replace('"token":"one"', '"exec":{"command":"sh"}');
    await expect(connections.api({ request: request(), granted: { ...granted('one'), kubeconfig: evil } }, signal)).rejects.toThrow(/exec would start a program/);
    const api = await connections.api({ request: request(), granted: granted('one') }, signal);
    cluster.knows = 'two';
    cluster.stores(evil);
    await expect(tokenSeen(api)).rejects.toThrow(/exec would start a program/);
  });

  it('lead to the address that fits the place of the process, and workers to the one inside', async () => {
    cluster.address = 'https://127.0.0.1:40123';
    await connections.api({ request: request(), granted: granted('one') }, signal);
    expect(cluster.connected[0]?.server).toBe('https://127.0.0.1:40123');
    expect(await connections.kubeconfig({ request: request(), granted: granted('one') }, signal)).toContain('https://inside.test');
  });

  it('carry no write once the lease is over', async () => {
    const api = await connections.api({ request: request(), granted: granted('one') }, signal);
    cluster.holds = false;
    await expect(api.request({ method: 'DELETE', path: '/x', signal })).rejects.toThrow(LeaseTermOver);
  });

  describe('that take their time to open', () => {
    let go: () => void;
    beforeEach(() => {
      cluster.gate = new Promise((resolve) => (go = resolve));
    });
    const begun = async (token: string): Promise<{ readonly api: Promise<KubeApi> }> => {
      const before = cluster.connected.length;
      const api = connections.api({ request: request(), granted: granted(token) }, signal);
      api.catch(() => undefined);
      for (let turn = 0; turn < 20 && cluster.connected.length === before; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return { api };
    };

    it('are one for all who ask meanwhile', async () => {
      const [first, second] = [await begun('one'), await begun('one')];
      go();
      expect([await tokenSeen(await first.api), await tokenSeen(await second.api)]).toEqual(['one', 'one']);
      expect(cluster.connected).toHaveLength(1);
    });

    it('do not take the place of one with a newer kubeconfig, and end', async () => {
      const [old, newer] = [await begun('one'), await begun('two')];
      go();
      await Promise.all([old.api, newer.api]);
      await cluster.clock.advance(30_000);
      expect(cluster.closed).toEqual(['one']);
    });

    it('do not stay when the order has gone meanwhile', async () => {
      const late = await begun('one');
      connections.forget(request());
      go();
      await late.api;
      await cluster.clock.advance(30_000);
      expect(cluster.closed).toEqual(['one']);
    });

    it('do not outlive the mode', async () => {
      const late = await begun('one');
      const closed = connections.close();
      go();
      await closed;
      await expect(late.api).rejects.toThrow('have ended');
      expect(cluster.closed).toEqual(['one']);
      expect(cluster.clock.pendingTimers).toBe(0);
    });
  });

  it('end with the mode', async () => {
    await connections.api({ request: request(), granted: granted('one') }, signal);
    await connections.close();
    expect(cluster.closed).toEqual(['one']);
  });
});
