import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import { RawClient, dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { Workspace } from '../../admin/workspace.js';
import type { KcpServer } from '../../drivers/kcp-server.js';
import type { Gate } from '../../gate/gate.js';
import { startGate } from '../../gate/start-gate.js';
import { startKcp } from '../../drivers/start-kcp.js';
import { eventually } from '../../wait/eventually.js';
import { FaultLog } from './fault-log.js';
import { Follower } from './follower.js';
import type { Looked } from './follower.js';

const path = '/api/v1/namespaces/default/configmaps';

describe('a follower', () => {
  let kcp: KcpServer;
  let admin: KcpAdmin;
  let workspace: Workspace;
  let gate: Gate;
  /** The follower's, through the gate. */
  let client: RawClient;
  let follower: Follower | undefined;
  let faults: FaultLog;
  /** What was looked at, in order. */
  let seen: string[];
  let look: (object: RawBody) => Promise<Looked>;

  beforeAll(async () => {
    kcp = await startKcp({ driver: 'emulator' });
    admin = KcpAdmin.connect(kcp);
    workspace = await admin.createWorkspace('root:followed');
    gate = await startGate({ upstream: kcp });
    const { token } = await workspace.serviceAccount({ name: 'follower', clusterRoles: ['cluster-admin'] });
    client = RawClient.open({ url: `${gate.url}/clusters/${workspace.path}`, ca: gate.ca, token: () => token });
  });
  afterAll(async () => {
    await client.close();
    await gate.stop();
    await admin.close();
    await kcp.stop();
  });

  beforeEach(() => {
    seen = [];
    faults = new FaultLog();
    look = async () => 'settled';
    follower = Follower.start({
      client,
      path: '/api/v1/configmaps',
      look: async (object) => {
        if (isOfTest(object)) seen.push(`${nameOf(object)} ${String(dig(object, 'data', 'value'))}`);
        return look(object);
      },
      gone: async (object) => void seen.push(`${nameOf(object)} gone`),
      faults,
    });
  });
  afterEach(() => follower?.stop());

  const put = async (name: string, value: string): Promise<void> => void (await workspace.apply([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { value } }]));
  const whenSeen = (...words: readonly string[]): Promise<true> => eventually(() => (expect(seen).toEqual(expect.arrayContaining([...words])), true));

  it('looks at what is there, at each change, and hears what is gone', async () => {
    await put('one', 'old');
    await whenSeen('one old');
    await put('one', 'new');
    await whenSeen('one new');
    await workspace.client.delete(`${path}/one`);
    await whenSeen('one gone');
  });

  it('looks again after a pause when a look failed, and tells of the fault', async () => {
    let tries = 0;
    look = async (object) => {
      if (isOfTest(object) && ++tries < 3) throw new Error('not yet');
      return 'settled';
    };
    await put('stubborn', 'v');
    await eventually(() => (tries === 3 ? true : undefined));
    expect(faults.text).toBe('/api/v1/configmaps default/stubborn: not yet');
  });

  it('looks again when it is asked to', async () => {
    await put('asked', 'v');
    await whenSeen('asked v');
    seen.length = 0;
    follower?.lookAgain();
    await whenSeen('asked v');
  });

  it('misses nothing that happens while its watch is broken', async () => {
    await put('lost', 'v');
    await put('kept', 'v');
    await whenSeen('lost v', 'kept v');
    const refused = gate.answer({ match: ({ verb }) => verb === 'list' || verb === 'watch' }, { status: 503 });
    gate.cutOpen(({ verb }) => verb === 'watch');
    await workspace.client.delete(`${path}/lost`);
    await put('kept', 'w');
    refused.remove();
    await whenSeen('lost gone', 'kept w');
  });

  it('looks at nothing any more when it is stopped', async () => {
    await follower?.stop();
    seen.length = 0;
    await put('late', 'v');
    expect(seen).toEqual([]);
  });
});

function nameOf(object: RawBody): string {
  return String(dig(object, 'metadata', 'name'));
}

/** kcp keeps ConfigMaps of its own. */
function isOfTest(object: RawBody): boolean {
  return dig(object, 'data', 'value') !== undefined;
}
