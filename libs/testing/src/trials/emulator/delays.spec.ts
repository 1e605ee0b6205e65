/** kcp's own slowness, which the emulator has on request: nothing happens before its time, and all of it then. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Emulator } from '@kcp-runtime/emulator';
import { KcpAdmin } from '../../admin/kcp-admin.js';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import type { Workspace } from '../../admin/workspace.js';
import { eventually } from '../../wait/eventually.js';

const { KCP_DELAYS, startEmulator } = await import('@kcp-runtime/emulator');

/** A hundred times kcp's, since only the emulator's clock is moved: however busy the machine is, none of them runs out by itself. */
const SLOW = Object.fromEntries(Object.entries(KCP_DELAYS).map(([name, ms]) => [name, 100 * ms])) as unknown as typeof KCP_DELAYS;
const SHORTLY_MS = 10_000;

const GROUP = 'boxes.example.io';
const BOXES = `/apis/${GROUP}/v1/namespaces/default/boxes`;
const BINDINGS = '/apis/apis.kcp.io/v1alpha2/apibindings';
const WORKSPACES = '/clusters/root/apis/tenancy.kcp.io/v1alpha1/workspaces';

let emulator: Emulator;
let admin: KcpAdmin;
let provider: Workspace;
let consumer: Workspace;

function schema(name: string): RawBody {
  return {
    apiVersion: 'apis.kcp.io/v1alpha1',
    kind: 'APIResourceSchema',
    metadata: { name: `${name}.boxes.${GROUP}` },
    spec: {
      group: GROUP,
      names: { plural: 'boxes', singular: 'box', kind: 'Box', listKind: 'BoxList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } } }],
    },
  };
}

function apiExport(name: string, schemaName: string): RawBody {
  return { apiVersion: 'apis.kcp.io/v1alpha2', kind: 'APIExport', metadata: { name }, spec: { resources: [{ group: GROUP, name: 'boxes', schema: `${schemaName}.boxes.${GROUP}` }] } };
}

beforeEach(async () => {
  emulator = await startEmulator();
  admin = KcpAdmin.connect(emulator);
  provider = await admin.createWorkspace('root:provider');
  consumer = await admin.createWorkspace('root:consumer');
  await provider.apply([schema('v1'), apiExport('boxes', 'v1')]);
  Object.assign(emulator.delays, SLOW);
});

afterEach(async () => {
  await admin.close();
  await emulator.stop();
});

async function urls(): Promise<unknown> {
  return dig((await provider.client.get('/apis/apis.kcp.io/v1alpha1/apiexportendpointslices/boxes')).body, 'status', 'endpoints');
}

async function phase(of: Workspace, binding = 'boxes'): Promise<unknown> {
  return dig((await of.client.get(`${BINDINGS}/${binding}`)).body, 'status', 'phase');
}

async function workspacePhase(name: string): Promise<unknown> {
  return dig((await admin.client.get(`${WORKSPACES}/${name}`)).body, 'status', 'phase');
}

async function bind(who: Workspace): Promise<void> {
  await who.startBinding({ path: provider.path, export: 'boxes' });
  await eventually(async () => ((await phase(who)) === 'Binding' ? true : undefined), { what: 'the binding to be begun' });
}

/** Binds and lets the time pass. */
async function bound(who: Workspace): Promise<void> {
  await bind(who);
  emulator.advance(SLOW.firstBoundMs);
  await eventually(async () => ((await phase(who)) === 'Bound' ? true : undefined), { what: 'the binding to be Bound' });
}

/** Looks at something shortly before its time, and waits for it in its time. */
async function comesAfter(delayMs: number, look: () => Promise<unknown>): Promise<void> {
  emulator.advance(delayMs - SHORTLY_MS);
  expect(await look()).toBe(false);
  emulator.advance(SHORTLY_MS);
  await eventually(async () => ((await look()) === true ? true : undefined), { what: 'it to happen in its time' });
}

describe("an emulator with kcp's delays", () => {
  it('publishes a URL only some time after the first binding', async () => {
    await bind(consumer);
    await comesAfter(SLOW.sliceMs, async () => (await urls()) !== undefined);
  });

  it('publishes the URL of an export before it serves there', async () => {
    await bind(consumer);
    emulator.advance(SLOW.sliceMs);
    await eventually(urls, { what: 'the URL' });
    const list = await admin.client.get(`/services/apiexport/${provider.cluster}/boxes/clusters/*/apis/${GROUP}/v1/boxes`);
    expect(list.status).toBe(404);
  });

  it('takes its time for a schema that nobody has bound before', async () => {
    await bind(consumer);
    await comesAfter(SLOW.firstBoundMs, async () => (await phase(consumer)) === 'Bound');
  });

  it('is quicker with a schema that it knows', async () => {
    await bound(consumer);
    Object.assign(emulator.delays, { workspaceMs: 0 });
    const second = await admin.createWorkspace('root:second');
    await bind(second);
    await comesAfter(SLOW.boundMs, async () => (await phase(second)) === 'Bound');
  });

  it('makes a workspace Ready in steps', async () => {
    await admin.client.post(WORKSPACES, { apiVersion: 'tenancy.kcp.io/v1alpha1', kind: 'Workspace', metadata: { name: 'late' }, spec: { type: { name: 'universal', path: 'root' } } });
    expect(await workspacePhase('late')).toBe('Scheduling');
    emulator.advance(SLOW.workspaceMs - SHORTLY_MS);
    expect(await workspacePhase('late')).toBe('Scheduling');
    emulator.advance(SHORTLY_MS);
    await eventually(async () => ((await workspacePhase('late')) === 'Scheduling' ? undefined : true), { what: 'the first step' });
    await eventually(
      async () => {
        emulator.advance(SLOW.workspaceMs);
        return (await workspacePhase('late')) === 'Ready' ? true : undefined;
      },
      { what: 'the workspace to be Ready' },
    );
  });

  it('lets the content of a deleted workspace be for a while', async () => {
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', finalizers: ['example.io/held'] } };
    await consumer.client.post('/api/v1/namespaces/default/configmaps', configMap);
    Object.assign(emulator.delays, { workspaceMs: 0 });
    await admin.deleteWorkspace(consumer.path);
    const logicalCluster = '/apis/core.kcp.io/v1alpha1/logicalclusters/cluster';
    await eventually(async () => dig((await consumer.client.get(logicalCluster)).body, 'metadata', 'deletionTimestamp'), { what: 'the deletion to be begun' });
    const isDying = async (): Promise<boolean> => dig((await consumer.client.get('/api/v1/namespaces/default/configmaps/held')).body, 'metadata', 'deletionTimestamp') !== undefined;
    await comesAfter(SLOW.deletionMs, isDying);
  });

  it('keeps a deleted binding for a while after its last order is gone', async () => {
    await bound(consumer);
    await consumer.client.post(BOXES, { apiVersion: `${GROUP}/v1`, kind: 'Box', metadata: { name: 'held', finalizers: ['example.io/held'] }, spec: {} });
    await consumer.unbind('boxes');
    const isDying = async (): Promise<true | undefined> => (dig((await consumer.client.get(`${BOXES}/held`)).body, 'metadata', 'deletionTimestamp') === undefined ? undefined : true);
    await eventually(
      async () => {
        emulator.advance(SLOW.unbindMs);
        return isDying();
      },
      { what: 'the order to be deleted' },
    );
    await consumer.client.merge(`${BOXES}/held`, { metadata: { finalizers: [] } });
    await comesAfter(SLOW.unbindMs, async () => (await consumer.client.get(`${BINDINGS}/boxes`)).status === 404);
  });
});
