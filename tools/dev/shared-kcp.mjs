import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

/** Starts a real kcp that several suites use in workspaces of their own; a start takes half a minute. Needs the built testing package. */
export async function shareKcp(env = process.env) {
  const { startKcp } = await import(join(root, 'libs', 'testing', 'dist', 'index.js'));
  const kcp = await startKcp({ driver: 'binary', env });
  const folder = await mkdtemp(join(tmpdir(), 'shared-kcp-'));
  const kubeconfig = join(folder, 'admin.kubeconfig');
  await writeFile(kubeconfig, kcp.adminKubeconfig, { mode: 0o600 });
  return {
    env: { KCP_SHARED_KUBECONFIG: kubeconfig },
    stop: async () => {
      await kcp.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
