import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

/** One file that Node runs with nothing beside it. */
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

/** The provider, by its own bundle.mjs, of what tsc wrote. */
export async function bundleProvider(): Promise<Bundle> {
  const folder = join(workspaceRoot, 'apps', 'postgres-provider');
  await step(folder, 'node', 'bundle.mjs');
  return measured(join(folder, 'dist', 'bundle', 'main.mjs'));
}

/** The emulator's program, of what tsc wrote. */
export async function bundleEmulator(): Promise<Bundle> {
  const folder = join(workspaceRoot, 'libs', 'emulator');
  // Not inside the package's dist, which is packed.
  const file = join(workspaceRoot, 'dist', 'emulator', 'main.mjs');
  await mkdir(dirname(file), { recursive: true });
  await build({
    absWorkingDir: folder,
    entryPoints: ['dist/command/main.js'],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    keepNames: true,
    banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  return measured(file);
}

async function measured(file: string): Promise<Bundle> {
  return { file, bytes: (await stat(file)).size };
}
