import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

const made = 'gadget-provider,gadget-provider-e2e';

describe('a provider that is generated in a clean clone of this repository', () => {
  let place: string;
  const nx = (...args: readonly string[]): Promise<string> => step(join(place, 'clone'), join('node_modules', '.bin', 'nx'), ...args);

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'clone-'));
    await step(place, 'git', 'clone', '--quiet', workspaceRoot, 'clone');
    await step(join(place, 'clone'), 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--loglevel=error');
    await nx('build', 'nx-plugin');
    await nx('g', '@kcp-runtime/nx:provider', 'gadget', '--references=Secret', '--workload=sometimes');
    await nx('g', '@kcp-runtime/nx:api', 'Widget', '--provider=gadget');
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  it('is referred to by the workspace as Nx wants it', async () => {
    await nx('sync:check');
  });

  it('compiles, lints and passes its tests', async () => {
    await nx('run-many', '-t', 'build', 'typecheck', 'lint', 'test', '-p', made, '--output-style=static');
  });

  it('brings orders of both APIs to Ready from its bundle', async () => {
    await nx('e2e', 'gadget-provider-e2e');
  });
});
