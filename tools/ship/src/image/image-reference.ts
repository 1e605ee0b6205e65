/** An image where it can be pulled. What it is pinned by is its content, else its tag. */
export interface ImageReference {
  /** Registry and path, without tag and digest. */
  readonly repository: string;
  readonly pin: { readonly kind: 'digest'; readonly sha256: string; readonly tag: string | undefined } | { readonly kind: 'tag'; readonly tag: string };
}

/** A text does not name one image, or not well enough for what it is to be used for. */
export class ImageReferenceRefused extends Error {
  override readonly name = 'ImageReferenceRefused';

  constructor(text: string, nextStep: string) {
    super(`"${text}" is no reference to an image that can be used here. ${nextStep}`);
  }
}

const REFERENCE = /^(?<repository>(?:[\w.-]+:\d+\/)?[\w.-]+(?:\/[\w.-]+)*)(?::(?<tag>\w[\w.-]{0,127}))?(?:@sha256:(?<sha256>[0-9a-f]{64}))?$/;

/** Reads `repository:tag`, `repository@sha256:…` or both. @throws ImageReferenceRefused */
export function readImageReference(text: string): ImageReference {
  const { repository, tag, sha256 } = REFERENCE.exec(text)?.groups ?? {};
  if (repository !== undefined && sha256 !== undefined) return { repository, pin: { kind: 'digest', sha256, tag } };
  if (repository !== undefined && tag !== undefined) return { repository, pin: { kind: 'tag', tag } };
  throw new ImageReferenceRefused(text, 'Write <repository>:<tag>, <repository>@sha256:<digest>, or both.');
}

/** As it is written. */
export function imageReferenceText({ repository, pin }: ImageReference): string {
  if (pin.kind === 'tag') return `${repository}:${pin.tag}`;
  return `${repository}${pin.tag === undefined ? '' : `:${pin.tag}`}@sha256:${pin.sha256}`;
}
