import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docker, findEngine } from '../image/engine.js';
import { buildImages } from '../image/images.js';
import { makeLocalBase } from '../image/local-images.js';
import { NxWorkspace } from './nx-workspace.js';
import { optionArguments, optionRows } from './option-rows.js';
import type { OptionRow } from './option-rows.js';

const engine = await findEngine();
/** What `npm run try-generator` has found on this machine. */
const servers = new Set((process.env['TRY_SERVERS'] ?? '').split(','));
const onlyWith = (server: 'binary' | 'platform') => (servers.has(server) ? it : it.skip);

/** The first provider that is made so. */
function providerWith(wanted: Partial<OptionRow>): string {
  const [name] = Object.entries(optionRows).find(([, row]) => Object.entries(wanted).every(([option, value]) => row[option as keyof OptionRow] === value)) ?? [];
  if (name === undefined) throw new Error(`No provider is made with ${JSON.stringify(wanted)}.`);
  return `${name}-provider`;
}

describe('providers with every option, in a workspace that Nx has made', () => {
  let workspace: NxWorkspace;

  beforeAll(async () => {
    workspace = await NxWorkspace.make('made-by-nx');
    for (const [name, row] of Object.entries(optionRows)) await workspace.nx('g', '@kcp-runtime/nx:provider', ...optionArguments(name, row));
    await workspace.nx('g', '@kcp-runtime/nx:api', 'Extra', '--provider=dove', '--instances=many', '--customer=configmaps');
    await workspace.nx('g', '@kcp-runtime/nx:api', 'Extra', '--provider=lilac');
    await workspace.nx('g', '@kcp-runtime/nx:api', 'Extra', '--provider=coral', '--directory=services');
  });
  afterAll(() => workspace?.remove());

  it('are referred to by each other as Nx wants it', async () => {
    await workspace.nx('sync:check');
  });

  it.each(['build', 'typecheck', 'lint', 'test', 'bundle', 'manifests'])('all pass %s', async (target) => {
    await workspace.nx('run-many', '-t', target, '--output-style=static');
  });

  it.each(Object.keys(optionRows))('%s brings an order of each API to Ready from its bundle, on emulated servers', async (name) => {
    await workspace.nx('e2e', `${name}-provider-e2e`);
  });

  onlyWith('binary')('bring one to Ready through a real kcp', async () => {
    await workspace.nx('e2e', `${providerWith({ workload: 'never', modes: 'kcp' })}-e2e`, '--configuration=binary');
  });

  onlyWith('platform').each(['sometimes', 'always'] as const)('bring one to Ready on a real platform, with a workload cluster %s', async (workload) => {
    await workspace.nx('e2e', `${providerWith({ workload, modes: 'standard' })}-e2e`, '--configuration=platform');
  });

  if (engine.kind === 'missing') {
    it.skip(`make no image and bring nothing to Ready through a container: ${engine.reason}`, () => undefined);
  } else {
    it('make an image, and bring one to Ready through a kcp in a container', async () => {
      const base = await makeLocalBase();
      const project = providerWith({ workload: 'never', modes: 'kcp' });
      await workspace.run('docker', 'build', `--build-arg=NODE_IMAGE=${base}`, '--tag=kcp-runtime/generated:local', `--file=apps/${project}/Dockerfile`, `apps/${project}/dist/bundle`);
      expect((await docker('inspect', '--format={{.Config.User}}', 'kcp-runtime/generated:local')).trim()).toBe('65532:65532');
      await buildImages(base);
      await workspace.nx('e2e', `${project}-e2e`, '--configuration=container');
    });
  }
});
