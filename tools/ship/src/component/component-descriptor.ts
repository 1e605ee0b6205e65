/** A component version of the Open Component Model, in serialisation version v2. */
export interface ComponentDescriptor {
  readonly meta: { readonly schemaVersion: 'v2' };
  readonly component: {
    readonly name: string;
    readonly version: string;
    readonly provider: string;
    readonly repositoryContexts: readonly [];
    readonly sources: readonly Source[];
    readonly componentReferences: readonly [];
    readonly resources: readonly Resource[];
  };
}

/** Where the sources stand that this was built of. */
export interface Source {
  readonly name: string;
  readonly type: 'git';
  readonly version: string;
  readonly access: { readonly type: 'gitHub'; readonly repoUrl: string; readonly commit: string };
}

/** Something that is handed out, and how it is reached. */
export interface Resource {
  readonly name: string;
  readonly version: string;
  readonly type: 'ociImage' | 'fileSystem';
  readonly relation: 'local' | 'external';
  readonly access: Access;
  readonly digest: { readonly hashAlgorithm: 'SHA-256'; readonly normalisationAlgorithm: 'ociArtifactDigest/v1' | 'genericBlobDigest/v1'; readonly value: string };
}

/** An image in a registry, or content that is kept beside the descriptor. */
export type Access =
  | { readonly type: 'ociArtifact'; readonly imageReference: string }
  | { readonly type: 'localBlob'; readonly localReference: string; readonly mediaType: string };
