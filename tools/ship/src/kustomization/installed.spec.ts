import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { postgres } from '@kcp-runtime/postgres-provider';
import { KcpSide, providerProgram, startKcp, startKubernetes, startPostgres } from '@kcp-runtime/testing';
import type { Kubernetes, PostgresServer } from '@kcp-runtime/testing';
import { bundleProvider } from '../bundle/bundles.js';
import { readImageReference } from '../image/image-reference.js';
import { step } from '../step.js';
import { orderDatabase } from '../trial/order-database.js';
import { writeKustomization } from './write-kustomization.js';

jest.setTimeout(240_000);

const IMAGE = 'images.example.org/postgres-provider:trial';
const NAMESPACE = '--namespace=postgres-system';

if (process.env['PLATFORM_BINARIES'] === undefined) {
  it.skip('the kustomization was not applied: PLATFORM_BINARIES is not set', () => undefined);
} else {
  describe('the kustomization, on a real Kubernetes and beside a kcp', () => {
    let kubernetes: Kubernetes;
    let side: KcpSide;
    let database: PostgresServer;
    let folder: string;
    const path = (...parts: readonly string[]): string => join(folder, ...parts);
    const kubectl = (cluster: 'kubernetes' | 'kcp', ...args: readonly string[]): Promise<string> =>
      step(folder, kubernetes.kubectl.file, ...kubernetes.kubectl.args, `--kubeconfig=${path(`${cluster}.kubeconfig`)}`, `--cache-dir=${path('cache')}`, ...args);

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kustomization-'));
      const program = providerProgram((await bundleProvider()).file);
      [kubernetes, database] = await Promise.all([startKubernetes({ env: process.env, programs: { [IMAGE]: program } }), startPostgres({ version: 18 })]);
      side = await KcpSide.prepare(await startKcp({ driver: 'emulator' }), postgres, 'root');
      const operator = await side.providerWorkspace.serviceAccount({ name: 'operator', clusterRoles: ['cluster-admin'] });
      await writeFile(path('kubernetes.kubeconfig'), kubernetes.cluster.adminKubeconfig, { mode: 0o600 });
      await writeFile(path('kcp.kubeconfig'), operator.kubeconfig, { mode: 0o600 });
      await mkdir(path('written'));
      await writeKustomization(path('written'), readImageReference(IMAGE));
    });
    afterAll(async () => {
      await kubernetes.stop();
      await side.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('is taken by kcp for the provider workspace', async () => {
      expect(await kubectl('kcp', 'apply', '--kustomize', path('written', 'workspace'))).toContain('clusterrole');
    });

    it('starts the provider, whose Pods become ready', async () => {
      await kubectl('kubernetes', 'apply', '--kustomize', path('written', 'provider'));
      await kubectl('kubernetes', 'wait', '--for=condition=Established', 'customresourcedefinition/postgresconfigs.postgres.services.open-control-plane.io');
      expect(await kubectl('kubernetes', 'rollout', 'status', 'deployment/postgres', NAMESPACE, '--timeout=120s')).toContain('successfully rolled out');
    });

    it('says which files of the operator are missing', async () => {
      await expect(kubectl('kubernetes', 'kustomize', path('written', 'config'))).rejects.toThrow(/kubeconfig.*no such file/s);
    });

    it('configures it, and an order becomes Ready', async () => {
      const files = { kubeconfig: side.kubeconfig, uri: database.uri(await database.createAdmin()), passwordKey: 'k'.repeat(32) };
      for (const [name, content] of Object.entries(files)) await writeFile(path('written', 'config', name), content, { mode: 0o600 });
      await kubectl('kubernetes', 'apply', '--kustomize', path('written', 'config'));
      await orderDatabase(side, () => undefined);
    });
  });
}
