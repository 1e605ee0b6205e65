import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Consumer } from '../stage/consumer.js';
import { itKeepsSecrets, onStage } from './story.js';

const leavingDeadlineMs = 120_000;

describe('a tenant who leaves with living orders', () => {
  const stage = onStage();
  let stays: Consumer;

  const ready = async (name: string): Promise<Consumer> => {
    const consumer = await stage().consumer(name);
    await consumer.bind();
    await consumer.order('main');
    await consumer.whenReady('main');
    return consumer;
  };

  beforeAll(async () => {
    await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    stays = await ready('stays');
  }, 120_000);

  it('gets rid of everything by unbinding', async () => {
    const red = await ready('unbinds');
    const { database } = await red.connection('main');
    await red.unbind();
    await red.whenUnbound(leavingDeadlineMs);
    expect((await stage().onServer()).databases).not.toContain(database);
  });

  // Reported as nolar/kopf#1088
  it('gets rid of everything by deleting his workspace', async () => {
    const red = await ready('vanishes');
    const { database } = await red.connection('main');
    await stage().admin.deleteWorkspace(red.workspace.path);
    await stage().admin.whenWorkspaceGone(red.workspace.path, leavingDeadlineMs);
    expect((await stage().onServer()).databases).not.toContain(database);
  });

  it('leaves the others alone', async () => {
    const { database, username } = await stays.connection('main');
    expect(await stage().onServer()).toEqual({ databases: [database], roles: [username] });
    await expect(stays.query('main')).resolves.toHaveLength(1);
  });

  // Reported as nolar/kopf#701
  it('can unbind while the provider is down, which then cleans up', async () => {
    const provider = await stage().startProvider('another-pod');
    const red = await ready('unbinds-later');
    const { database } = await red.connection('main');
    await stage().stopProviders();
    expect(provider.running).toBe(false);
    await red.unbind();
    await stage().startProvider();
    await red.whenUnbound(leavingDeadlineMs);
    expect((await stage().onServer()).databases).not.toContain(database);
  });

  itKeepsSecrets(stage);
});
