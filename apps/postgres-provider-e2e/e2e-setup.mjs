/** One real kcp for all stories, since its start takes half a minute; the emulator starts once a story. Uses the built testing package. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKcp } from '@kcp-runtime/testing';

export default async function setUp() {
  const driver = process.env.KCP_DRIVER ?? 'emulator';
  if (driver !== 'binary' || process.env.KCP_SHARED_KUBECONFIG !== undefined) return;
  const kcp = await startKcp({ driver, env: process.env });
  const folder = await mkdtemp(join(tmpdir(), 'e2e-kcp-'));
  process.env.KCP_SHARED_KUBECONFIG = join(folder, 'admin.kubeconfig');
  await writeFile(process.env.KCP_SHARED_KUBECONFIG, kcp.adminKubeconfig, { mode: 0o600 });
  globalThis.kcpOfTheRun = { kcp, folder };
}

export async function tearDown() {
  const run = globalThis.kcpOfTheRun;
  if (run === undefined) return;
  await run.kcp.stop();
  await rm(run.folder, { recursive: true, force: true });
}
