import { dirname, join } from 'node:path';
import { bundleEmulator, bundleProvider } from '../bundle/bundles.js';
import { workspaceRoot } from '../workspace-root.js';
import { docker } from './engine.js';

/** The images of this repository, by their tags. */
export interface Images {
  readonly provider: string;
  readonly emulator: string;
}

/** Makes the bundles, and an image of each for this machine's architecture, on a base that the engine has or pulls. @throws StepFailed */
export async function buildImages(base: string): Promise<Images> {
  const [provider, emulator] = [await bundleProvider(), await bundleEmulator()];
  return {
    provider: await buildImage('kcp-runtime/postgres-provider:local', 'apps/postgres-provider/Dockerfile', provider.file, base),
    emulator: await buildImage('kcp-runtime/emulator:local', 'libs/emulator/Dockerfile', emulator.file, base),
  };
}

async function buildImage(tag: string, dockerfile: string, bundle: string, base: string): Promise<string> {
  await docker('build', `--build-arg=NODE_IMAGE=${base}`, `--tag=${tag}`, `--file=${join(workspaceRoot, dockerfile)}`, dirname(bundle));
  return tag;
}
