import { readFile } from 'node:fs/promises';
import { readAdminKubeconfig } from '../admin/kubeconfig-text.js';
import { KcpRestartRefused } from './kcp-server.js';
import type { KcpServer } from './kcp-server.js';

/** A kcp that belongs to the whole run: it is used in workspaces of one's own, and neither stopped nor restarted. */
export async function sharedKcp(kubeconfigFile: string): Promise<KcpServer> {
  const adminKubeconfig = await readFile(kubeconfigFile, 'utf8');
  const { url, ca } = readAdminKubeconfig(adminKubeconfig);
  return {
    driver: 'binary',
    url,
    ca,
    adminKubeconfig,
    rootDirectory: undefined,
    output: () => '(the output of a shared kcp is kept by who started it)',
    restart: async () => {
      throw new KcpRestartRefused();
    },
    stop: async () => undefined,
  };
}
