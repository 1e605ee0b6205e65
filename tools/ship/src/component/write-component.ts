import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dump } from 'js-yaml';
import type { ImageReference } from '../image/image-reference.js';
import { writeKustomization } from '../kustomization/write-kustomization.js';
import { writeApiDefinitions } from './api-definitions.js';
import { describeComponent } from './component.js';
import type { SourceState } from './component.js';
import type { ComponentDescriptor } from './component-descriptor.js';
import { folderContent } from './folder-content.js';
import { writeTransportArchive } from './transport-archive.js';

/** Which version of what. */
export interface ComponentSettings {
  readonly name: string;
  readonly version: string;
  readonly image: ImageReference;
  readonly source: SourceState | undefined;
}

/** Writes the descriptor to read, and the transport archive with all of it to hand on. `folder` is emptied first. */
export async function writeComponent(folder: string, settings: ComponentSettings): Promise<ComponentDescriptor> {
  const parts = await mkdtemp(join(tmpdir(), 'component-'));
  try {
    await writeApiDefinitions(join(parts, 'crds'));
    await writeKustomization(join(parts, 'kustomization'), settings.image);
    const folders = { crds: await folderContent(join(parts, 'crds')), kustomization: await folderContent(join(parts, 'kustomization')) };
    const descriptor = describeComponent({ ...settings, folders });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'component-descriptor.yaml'), dump(descriptor, { noRefs: true, lineWidth: -1 }));
    await writeTransportArchive(join(folder, 'archive'), descriptor, Object.values(folders));
    return descriptor;
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}
