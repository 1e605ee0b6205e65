import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TrialWorkspace, repository } from './workspace.fixture.js';

jest.setTimeout(240_000);

const WELL = { code: 0 };

describe('a provider in a workspace that has only the packages', () => {
  let workspace: TrialWorkspace;
  const file = (path: string): string => join(workspace.folder, 'apps/gadget-provider', path);

  beforeAll(async () => {
    workspace = await TrialWorkspace.create({ '@acme/gadget-provider': 'apps/gadget-provider' });
    const options = ['--references=Secret', '--references=ConfigMap', '--worker=reads:configmaps', '--instances=many'];
    const dry = await workspace.nx('g', '@kcp-runtime/nx:provider', 'gadget', '--dry-run');
    expect({ ...dry, written: existsSync(file('package.json')) }).toMatchObject({ ...WELL, written: false });
    expect(await workspace.nx('g', '@kcp-runtime/nx:provider', 'gadget', ...options)).toMatchObject(WELL);
    expect(await workspace.nx('g', '@kcp-runtime/nx:api', 'Widget', '--provider=gadget')).toMatchObject(WELL);
  });
  afterAll(() => workspace?.remove());

  it('compiles, lints and passes its tests as it was written', async () => {
    expect(await workspace.nx('run-many', '-t', 'build', 'lint', 'test')).toMatchObject(WELL);
  });

  it('brings an order to Ready from its bundle, which lies in a folder of its own', async () => {
    expect(await workspace.nx('e2e', 'gadget-provider-e2e')).toMatchObject(WELL);
    const bundle = await readFile(file('dist/bundle/main.mjs'), 'utf8');
    expect({ bytes: bundle.length < 12_000_000, knows: bundle.includes(repository) }).toEqual({ bytes: true, knows: false });
  });

  it('does not lint with a property that no decorator describes', async () => {
    const spec = await readFile(file('src/api/gadget.ts'), 'utf8');
    await writeFile(file('src/api/gadget.ts'), spec.replace('export class GadgetSpec {', 'export class GadgetSpec {\n  size?: number;\n'));
    const { code, output } = await workspace.nx('lint', 'gadget-provider');
    expect({ failed: code !== 0, says: output.includes('GadgetSpec.size has no decorator') }).toEqual({ failed: true, says: true });
  });
});
