import { ImageReferenceRefused, imageReferenceText } from '../image/image-reference.js';
import type { ImageReference } from '../image/image-reference.js';
import type { ComponentDescriptor, Resource, Source } from './component-descriptor.js';
import type { Content } from './content.js';

/** Of which state of which repository it is built. */
export interface SourceState {
  readonly repository: string;
  readonly commit: string;
}

/** What a component version is made of. */
export interface ComponentParts {
  readonly name: string;
  readonly version: string;
  readonly image: ImageReference;
  /** By the last part of their names. */
  readonly folders: Readonly<Record<'crds' | 'kustomization', Content>>;
  /** Where it is known. */
  readonly source: SourceState | undefined;
}

const COMPONENT = 'postgres-provider';

/** Describes a version of the reference provider. @throws ImageReferenceRefused for an image that is not pinned by its content */
export function describeComponent({ name, version, image, folders, source }: ComponentParts): ComponentDescriptor {
  const local = Object.entries(folders).map(([part, content]) => localResource(`${COMPONENT}-${part}`, version, content));
  return {
    meta: { schemaVersion: 'v2' },
    component: {
      name,
      version,
      provider: 'kcp-runtime',
      repositoryContexts: [],
      sources: source === undefined ? [] : [sourceOf(version, source)],
      componentReferences: [],
      resources: [imageResource(version, image), ...local],
    },
  };
}

function imageResource(version: string, image: ImageReference): Resource {
  const imageReference = imageReferenceText(image);
  if (image.pin.kind !== 'digest') throw new ImageReferenceRefused(imageReference, 'A component names an image by its content: add @sha256:<digest>, which pushing it prints.');
  const digest = { hashAlgorithm: 'SHA-256', normalisationAlgorithm: 'ociArtifactDigest/v1', value: image.pin.sha256 } as const;
  return { name: `${COMPONENT}-image`, version, type: 'ociImage', relation: 'external', access: { type: 'ociArtifact', imageReference }, digest };
}

function localResource(name: string, version: string, { sha256, mediaType }: Content): Resource {
  const digest = { hashAlgorithm: 'SHA-256', normalisationAlgorithm: 'genericBlobDigest/v1', value: sha256 } as const;
  return { name, version, type: 'fileSystem', relation: 'local', access: { type: 'localBlob', localReference: `sha256:${sha256}`, mediaType }, digest };
}

function sourceOf(version: string, { repository, commit }: SourceState): Source {
  return { name: 'source', type: 'git', version, access: { type: 'gitHub', repoUrl: repository, commit } };
}
