import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import type { RawBody, RawClient } from '../../admin/raw-client.js';
import type { KcpServer } from '../../drivers/kcp-server.js';
import { startKcp } from '../../drivers/start-kcp.js';
import { containerArgs, containerEnv } from './container-env.js';

const pod = { metadata: { name: 'web-0', namespace: 'default' }, spec: { serviceAccountName: 'web' }, status: { podIP: '127.1.2.3' } };

describe('the variables of a container', () => {
  let kcp: KcpServer;
  let admin: KcpAdmin;
  let client: RawClient;

  beforeAll(async () => {
    kcp = await startKcp({ driver: 'emulator' });
    admin = KcpAdmin.connect(kcp);
    const workspace = await admin.createWorkspace('root:pods');
    await workspace.apply([
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'default' }, stringData: { password: 'hunter2' } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'default' }, data: { colour: 'red' } },
    ]);
    client = workspace.client;
  });
  afterAll(async () => {
    await admin.close();
    await kcp.stop();
  });

  const envOf = (...env: readonly RawBody[]): Promise<Record<string, string>> => containerEnv(client, pod, { env });

  it('are what is written down', async () => {
    expect(await envOf({ name: 'MODE', value: 'fast' }, { name: 'EMPTY' })).toEqual({ MODE: 'fast', EMPTY: '' });
  });

  it('are fields of the Pod', async () => {
    const field = (name: string, fieldPath: string): RawBody => ({ name, valueFrom: { fieldRef: { fieldPath } } });
    expect(await envOf(field('NAME', 'metadata.name'), field('IP', 'status.podIP'), field('ACCOUNT', 'spec.serviceAccountName'))).toEqual({ NAME: 'web-0', IP: '127.1.2.3', ACCOUNT: 'web' });
  });

  it('are keys of Secrets and ConfigMaps in the namespace of the Pod', async () => {
    const password = { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } };
    const colour = { name: 'COLOUR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'colour' } } };
    expect(await envOf(password, colour)).toEqual({ PASSWORD: 'hunter2', COLOUR: 'red' });
  });

  it('are an error that says what is missing while a Secret is not there', async () => {
    await expect(envOf({ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'none', key: 'password' } } })).rejects.toThrow(/Variable PASSWORD is taken from .*secrets\/none, key password/);
  });

  it('are filled into its arguments; what is no variable stays', () => {
    expect(containerArgs({ command: ['serve'], args: ['--at=$(IP):80', '--as=$(NOBODY)'] }, { IP: '127.1.2.3' })).toEqual(['serve', '--at=127.1.2.3:80', '--as=$(NOBODY)']);
  });
});
