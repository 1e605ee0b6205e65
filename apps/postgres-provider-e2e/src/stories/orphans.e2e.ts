import { beforeAll, describe, expect, it } from '@jest/globals';
import { orderIdentity } from '@kcp-runtime/nest';
import { dig, eventually } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import { apiGroup } from '../stage/names.js';
import { itKeepsSecrets, onStage } from './story.js';

interface Orphan {
  readonly resource: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

const leavingDeadlineMs = 120_000;

describe('a tenant who takes the finalizers away while the provider is down', () => {
  const stage = onStage();
  let stays: Consumer;
  let leaves: Consumer;
  let retained: string;

  const ready = async (name: string, ...orders: string[]): Promise<Consumer> => {
    const consumer = await stage().consumer(name);
    await consumer.bind();
    for (const order of orders) await consumer.order(order);
    for (const order of orders) await consumer.whenReady(order);
    return consumer;
  };
  const databaseOf = async (consumer: Consumer, order: string): Promise<string> => (await consumer.connection(order)).database;

  const reported = async (): Promise<Orphan[]> => (dig(await stage().operator.status(), 'kcp', 'orphans', 'orders') ?? []) as Orphan[];
  const databaseOfOrphan = ({ cluster, namespace, name }: Orphan): string => `db_${orderIdentity({ plural: 'databases', group: apiGroup, cluster, namespace, name })}`;

  beforeAll(async () => {
    await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    stays = await ready('stays', 'main');
    leaves = await ready('leaves', 'one', 'two');
    await leaves.order('kept', { deletionPolicy: 'Retain' });
    await leaves.whenReady('kept');
    retained = await databaseOf(leaves, 'kept');
  }, 120_000);

  it('is nothing to speak of before', async () => {
    await stage().operator.whenSays('KcpNothingOrphaned', 'True', /Every order that was noted is there/);
  });

  it('and deletes orders and workspace, is reported as PostgreSQL really has it', async () => {
    await stage().stopProviders();
    for (const order of ['one', 'two', 'kept']) {
      await leaves.change(order, { metadata: { finalizers: null } });
      await leaves.deleteOrder(order);
      await leaves.whenGone(order);
    }
    await stage().admin.deleteWorkspace(leaves.workspace.path);
    await stage().admin.whenWorkspaceGone(leaves.workspace.path, leavingDeadlineMs);
    await stage().startProvider();
    await stage().operator.whenSays('KcpNothingOrphaned', 'False', /^3 orders are gone without a clean-up/);
    const { databases } = await stage().onServer();
    const kept = await databaseOf(stays, 'main');
    expect((await reported()).map(databaseOfOrphan).sort()).toEqual(databases.filter((database) => database !== kept));
    expect(dig(await stage().operator.status(), 'kcp', 'orphans', 'count')).toBe(3);
  });

  it('is told by the doctor too', async () => {
    const { code, out } = await stage().doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^!! {2}what the provider says: KcpNothingOrphaned is False, OrphansFound: 3 orders are gone/m);
  });

  it('has everything removed when the operator asks for it but what was to be kept, and nobody else loses anything', async () => {
    await stage().operator.configure({ kcp: 'on', orphans: { policy: 'Remove', grace: '2s' } });
    await eventually(async () => ((await stage().onServer()).databases.length === 2 ? true : undefined), { deadlineMs: 60_000, what: 'the orphans to be removed' });
    const { database, username } = await stays.connection('main');
    expect(await stage().onServer()).toEqual({ databases: [database, retained].sort(), roles: [username, retained].sort() });
    await stage().operator.whenSays('KcpNothingOrphaned', 'True', /Every order/);
    expect(await reported()).toEqual([]);
  });

  itKeepsSecrets(stage);
});
