import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComponentDescriptor } from './component-descriptor.js';
import { jsonContent } from './content.js';
import type { Content } from './content.js';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.ocm.software.component.config.v1+json';
const DESCRIPTOR = 'application/vnd.ocm.software.component-descriptor.v2+json';

/**
 * Writes a component version and its local content as a folder in OCM's Common Transport Format, which every OCM tool transfers into a
 * registry: an index, and blobs by their digests. `folder` is emptied first.
 */
export async function writeTransportArchive(folder: string, descriptor: ComponentDescriptor, locals: readonly Content[]): Promise<void> {
  const { name, version } = descriptor.component;
  const layer = jsonContent(DESCRIPTOR, descriptor);
  const config = jsonContent(CONFIG, { componentDescriptorLayer: described(layer) });
  const manifest = jsonContent(MANIFEST, { schemaVersion: 2, mediaType: MANIFEST, config: described(config), layers: [layer, ...locals].map(described) });
  const index = { schemaVersion: 1, artifacts: [{ repository: `component-descriptors/${name}`, tag: version, digest: `sha256:${manifest.sha256}` }] };

  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'blobs'), { recursive: true });
  for (const { sha256, bytes } of [manifest, config, layer, ...locals]) await writeFile(join(folder, 'blobs', `sha256.${sha256}`), bytes);
  await writeFile(join(folder, 'artifact-index.json'), JSON.stringify(index, undefined, 2));
}

function described({ mediaType, sha256, bytes }: Content): object {
  return { mediaType, digest: `sha256:${sha256}`, size: bytes.byteLength };
}
