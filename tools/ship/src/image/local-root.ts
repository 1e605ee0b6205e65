import { chmod, copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StepFailed, step } from '../step.js';
import { docker } from './engine.js';

/** An image with one program of this machine in it. */
export interface LocalRoot {
  readonly tag: string;
  readonly program: string;
  /** Its path in the image, from the root. */
  readonly place: string;
  /** Instructions of a Dockerfile, such as `ENTRYPOINT ["/kcp"]`. */
  readonly instructions: readonly string[];
}

/**
 * Makes an image out of this machine's own files, where none can be pulled: a program and the libraries that it is linked with.
 * For tests only, since it is as patched as this machine is. @returns its tag
 */
export async function importLocalRoot({ tag, program, place, instructions }: LocalRoot): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'local-root-'));
  const root = join(folder, 'root');
  try {
    await put(program, join(root, place));
    for (const library of await librariesOf(program)) await put(library, join(root, library));
    await mkdir(join(root, 'tmp'));
    await chmod(join(root, 'tmp'), 0o1777);
    const archive = join(folder, 'root.tar');
    await step(root, 'tar', '--create', '--owner=0', '--group=0', `--file=${archive}`, '.');
    await docker('import', ...instructions.map((instruction) => `--change=${instruction}`), archive, tag);
    return tag;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function librariesOf(program: string): Promise<readonly string[]> {
  try {
    const told = await step(dirname(program), 'ldd', program);
    return told.split('\n').flatMap((line) => /(?:=>\s+|^\s+)(\/\S+)/.exec(line)?.[1] ?? []);
  } catch (error) {
    // What is linked with nothing is no fault, but ldd ends as if it were.
    if (error instanceof StepFailed && error.message.includes('not a dynamic executable')) return [];
    throw error;
  }
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(await realpath(from), to);
}
