import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startKcp } from '@kcp-runtime/testing';
import { DatabaseTrial } from '../trial/database-trial.js';
import { bundleProvider } from './bundles.js';
import type { Bundle } from './bundles.js';

jest.setTimeout(180_000);

describe('the bundle of the provider', () => {
  let bundle: Bundle;
  let folder: string;
  let trial: DatabaseTrial;

  beforeAll(async () => {
    bundle = await bundleProvider();
    trial = await DatabaseTrial.prepare(await startKcp({ driver: 'emulator' }));
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    await copyFile(bundle.file, join(folder, 'main.mjs'));
    await writeFile(join(folder, 'kubeconfig'), trial.kubeconfig, { mode: 0o600 });
  });
  afterAll(async () => {
    await trial.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is of 12 MB at most', () => expect(bundle.bytes).toBeLessThanOrEqual(12_000_000));

  it('brings an order to Ready from a folder with nothing else in it, and ends with 0 when told to', async () => {
    const args = ['main.mjs', 'run', '--environment=ship', '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=0'];
    const env = { PATH: process.env['PATH'], KUBECONFIG: join(folder, 'kubeconfig'), POD_NAMESPACE: DatabaseTrial.namespace, POD_NAME: 'ship' };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    const ended = once(child, 'close');
    try {
      await trial.order(() => {
        if (child.exitCode !== null) throw new Error(`The provider ended with ${child.exitCode}.\n${output.slice(-4_000)}`);
      });
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });
});
