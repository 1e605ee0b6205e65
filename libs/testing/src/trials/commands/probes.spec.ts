import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoxModule, boxProvider, group } from './boxes.fixture.js';
import { Canaries } from '../../canaries.js';
import type { Platform } from '../../platform/platform.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { ProviderCall } from '../../provider/provider-call.js';
import { eventually } from '../../wait/eventually.js';

const system = 'openmcp-system';
const tenant = { namespace: 'project-demo--ws-dev', name: 'mcp-01' };

describe('two processes of a provider, for who watches them', () => {
  let platform: Platform;
  let folder: string;
  let first: ProviderCall;
  let second: ProviderCall;
  const canaries = new Canaries();
  let heard = '';

  function call(command: 'init' | 'run', podName: string): ProviderCall {
    const argv = [command, `--kubeconfig=${join(folder, 'kubeconfig')}`, '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=127.0.0.1:0', '--metrics-secure=false'];
    return new ProviderCall(boxProvider, { argv, env: { POD_NAMESPACE: system, POD_NAME: podName }, loadModule: async () => BoxModule });
  }
  async function read(of: ProviderCall, what: 'Probes' | 'Metrics', path: string): Promise<{ readonly status: number; readonly text: string }> {
    const { address } = await eventually(() => of.lines.find(({ msg }) => msg === `${what} are served`), { what });
    const answer = await fetch(`http://${String(address)}${path}`);
    const text = await answer.text();
    heard += text;
    return { status: answer.status, text };
  }
  const whenReady = (of: ProviderCall, words: RegExp): Promise<{ readonly status: number; readonly text: string }> =>
    eventually(async () => ((said) => (words.test(said.text) ? said : undefined))(await read(of, 'Probes', '/readyz')), { what: `/readyz to say ${String(words)}` });
  const whenCounted = (of: ProviderCall, line: RegExp): Promise<string> =>
    eventually(async () => ((text) => (line.test(text) ? text : undefined))((await read(of, 'Metrics', '/metrics')).text), { what: `a figure ${String(line)}` });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probes-'));
    platform = await startPlatformOnEmulator({ canaries });
    await writeFile(join(folder, 'kubeconfig'), platform.platform.adminKubeconfig);
    expect(await call('init', 'boxes-init').ended).toBe(0);
    await platform.platform.apply([{ apiVersion: `${group}/v1alpha1`, kind: 'BoxConfig', metadata: { name: 'boxes' }, spec: {} }]);
    first = call('run', 'boxes-0');
    await whenReady(first, /^\[\+\] standard mode$/m);
    second = call('run', 'boxes-1');
  });
  afterAll(async () => {
    for (const running of [first, second]) running.stop();
    await Promise.all([first.ended, second.ended]);
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  it('the one that works is ready in all its parts', async () => {
    const { status, text } = await whenReady(first, /^\[\+\] kcp mode$/m);
    expect([status, text]).toEqual([200, expect.stringMatching(/^\[\+\] platform$/m)]);
    await whenCounted(first, /^leader_election_master_status\{name="standard"\} 1$/m);
  });

  it('the one that stands by is ready too, and says for whom', async () => {
    const { status } = await whenReady(second, /^\[\+\] standard mode: another process, boxes-0, holds the lease$/m);
    expect(status).toBe(200);
    await whenCounted(second, /^leader_election_master_status\{name="standard"\} 0$/m);
  });

  it('the one that works counts the orders and the passes over them', async () => {
    await platform.createControlPlane(tenant);
    await platform.onboarding.apply([{ apiVersion: `${group}/v1alpha1`, kind: 'Box', metadata: tenant, spec: {} }]);
    const text = await whenCounted(first, /^kcp_runtime_orders\{controller="standard",offer="[^"]+",phase="Ready",reason=""\} 1$/m);
    expect(text).toMatch(/^controller_runtime_reconcile_total\{controller="standard",result="requeue_after"\} [1-9]/m);
    expect(text).toMatch(/^workqueue_adds_total\{name="standard",controller="standard"\} [1-9]/m);
  });

  it('names no tenant and no order in its figures', async () => {
    const { text } = await read(first, 'Metrics', '/metrics');
    for (const word of Object.values(tenant)) expect(text).not.toContain(word);
  });

  it('the other one takes over when the first ends', async () => {
    first.stop();
    await first.ended;
    await whenReady(second, /^\[\+\] standard mode$/m);
    await whenCounted(second, /^kcp_runtime_orders\{controller="standard",offer="[^"]+",phase="Ready",reason=""\} 1$/m);
  });

  it('lets no token out', () => {
    expect(canaries.search([{ where: 'probes and figures', text: heard }])).toEqual([]);
  });
});
