import { appendFile, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgres } from '@kcp-runtime/postgres-provider';
import { printedManifests } from '@kcp-runtime/testing';
import type { ImageReference } from '../image/image-reference.js';
import { workspaceRoot } from '../workspace-root.js';

/** The namespace that the hand-written part names. */
const NAMESPACE = 'postgres-system';

/**
 * Writes what installs the provider where there is a Kubernetes cluster and kcp, and no openMCP: three kustomizations, of the
 * hand-written `deploy` and of what the provider itself prints. `folder` is emptied first.
 */
export async function writeKustomization(folder: string, image: ImageReference): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(join(workspaceRoot, 'apps', 'postgres-provider', 'deploy'), folder, { recursive: true });
  const print = (...flags: readonly string[]): Promise<string> => printedManifests(postgres, `--namespace=${NAMESPACE}`, ...flags);
  await writeFile(join(folder, 'workspace', 'workspace.yaml'), await print('--kcp', '--part=workspace'));
  await writeFile(join(folder, 'provider', 'platform.yaml'), await print('--platform=kubernetes'));
  await appendFile(join(folder, 'provider', 'kustomization.yaml'), imagesField(image));
}

function imagesField({ repository, pin }: ImageReference): string {
  const pinned = pin.kind === 'digest' ? `digest: sha256:${pin.sha256}` : `newTag: ${JSON.stringify(pin.tag)}`;
  return `images:\n  - name: postgres-provider\n    newName: ${repository}\n    ${pinned}\n`;
}
