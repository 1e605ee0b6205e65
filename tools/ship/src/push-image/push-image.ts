import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleProvider } from '../bundle/bundles.js';
import { workspaceRoot } from '../workspace-root.js';
import { docker } from '../image/engine.js';
import type { ImageReference } from '../image/image-reference.js';

/** Where the image goes, and what it is made on. */
export interface Push {
  readonly repository: string;
  readonly version: string;
  /** A base image for every architecture. */
  readonly base: string;
}

/** What builds one image for both architectures and pushes it, with what it is made of and by whom. */
export function pushArguments({ repository, version, base }: Push, context: string, metadata: string): readonly string[] {
  return [
    'buildx',
    'build',
    '--platform=linux/amd64,linux/arm64',
    `--build-arg=NODE_IMAGE=${base}`,
    `--tag=${repository}:v${version}`,
    '--sbom=true',
    '--provenance=mode=max',
    `--metadata-file=${metadata}`,
    `--file=${join(workspaceRoot, 'apps', 'postgres-provider', 'Dockerfile')}`,
    '--push',
    context,
  ];
}

/** Bundles the provider, builds its image for both architectures and pushes it. Needs buildx. @throws StepFailed */
export async function pushImage(push: Push): Promise<ImageReference> {
  const { file } = await bundleProvider();
  const folder = await mkdtemp(join(tmpdir(), 'push-image-'));
  try {
    const metadata = join(folder, 'metadata.json');
    await docker(...pushArguments(push, dirname(file), metadata));
    const { 'containerimage.digest': digest } = JSON.parse(await readFile(metadata, 'utf8')) as { 'containerimage.digest': string };
    return { repository: push.repository, pin: { kind: 'digest', sha256: digest.slice('sha256:'.length), tag: `v${push.version}` } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
