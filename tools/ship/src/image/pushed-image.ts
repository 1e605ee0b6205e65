import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../workspace-root.js';
import { imageReferenceText, readImageReference } from './image-reference.js';
import type { ImageReference } from './image-reference.js';

const FILE = join(workspaceRoot, 'dist', 'images', 'postgres-provider');

/** Nobody has said which image is meant. */
export class ImageNotPushed extends Error {
  override readonly name = 'ImageNotPushed';

  constructor() {
    super('No image was pushed from here, and none is named. Push one with `npm run push-image`, or name one with --image=<reference>.');
  }
}

/** Notes where the image went, for the steps of a release that come after. */
export async function notePushedImage(image: ImageReference): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, `${imageReferenceText(image)}\n`);
}

/** The image that a flag names, else the one that was pushed last. @throws ImageNotPushed */
export async function chosenImage(named: string | undefined): Promise<ImageReference> {
  if (named !== undefined) return readImageReference(named);
  const noted = await readFile(FILE, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ImageNotPushed() : error;
  });
  return readImageReference(noted.trim());
}
