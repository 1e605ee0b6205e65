import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { workspaceRoot } from '../workspace-root.js';
import { NxWorkspace } from './nx-workspace.js';

jest.setTimeout(480_000);

describe('a provider that is generated where only the packages are', () => {
  let workspace: NxWorkspace;
  const file = (path: string): string => join(workspace.folder, 'apps/gadget-provider', path);

  beforeAll(async () => {
    workspace = await NxWorkspace.make('as-made-by-nx');
  });
  afterAll(() => workspace?.remove());

  it('is only told about with --dry-run', async () => {
    expect(await workspace.nx('g', '@kcp-runtime/nx:provider', 'gadget', '--dry-run')).toContain('CREATE apps/gadget-provider/src/main.ts');
    expect(existsSync(join(workspace.folder, 'apps'))).toBe(false);
  });

  it('compiles, lints and passes its tests as it was written, with a second API and the classes of one in Go', async () => {
    await workspace.nx('g', '@kcp-runtime/nx:provider', 'gadget', '--references=Secret', '--references=ConfigMap', '--worker=reads:configmaps', '--workload=sometimes', '--instances=many');
    await workspace.nx('g', '@kcp-runtime/nx:api', 'Widget', '--provider=gadget');
    await copyFile(join(workspaceRoot, 'tools/nx-plugin/src/from-crd/samples/from-go.yaml'), join(workspace.folder, 'queues.yaml'));
    await workspace.nx('g', '@kcp-runtime/nx:from-crd', 'queues.yaml', '--project=gadget-provider');
    await workspace.nx('sync:check');
    await workspace.nx('run-many', '-t', 'build', 'typecheck', 'lint', 'test');
    expect(existsSync(file('dist/api/queue.js'))).toBe(true);
  });

  it('brings orders of both APIs to Ready from its bundle, which knows nothing of this repository', async () => {
    await workspace.nx('e2e', 'gadget-provider-e2e');
    const bundle = await readFile(file('dist/bundle/main.mjs'), 'utf8');
    expect({ isSmall: bundle.length < 12_000_000, knows: bundle.includes(workspaceRoot) }).toEqual({ isSmall: true, knows: false });
  });

  it('does not lint with a property that no decorator describes', async () => {
    const api = await readFile(file('src/api/gadget.ts'), 'utf8');
    await writeFile(file('src/api/gadget.ts'), api.replace('export class GadgetSpec {', 'export class GadgetSpec {\n  size?: number;\n'));
    await expect(workspace.nx('lint', 'gadget-provider')).rejects.toThrow('GadgetSpec.size has no decorator');
  });
});
