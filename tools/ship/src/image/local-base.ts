import { chmod, copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { step } from '../step.js';
import { docker } from './engine.js';

/**
 * A base image out of this machine's own files, where none can be pulled: the Node that runs now and the libraries that it is linked with.
 * For tests only, since it is as patched as this machine is. @returns its tag
 */
export async function makeLocalBase(): Promise<string> {
  const tag = 'kcp-runtime/local-node:24';
  const folder = await mkdtemp(join(tmpdir(), 'local-base-'));
  const root = join(folder, 'root');
  try {
    await put(process.execPath, join(root, 'usr', 'local', 'bin', 'node'));
    for (const library of await librariesOf(process.execPath)) await put(library, join(root, library));
    await mkdir(join(root, 'tmp'));
    await chmod(join(root, 'tmp'), 0o1777);
    const archive = join(folder, 'root.tar');
    await step(root, 'tar', '--create', '--owner=0', '--group=0', `--file=${archive}`, '.');
    await docker('import', archive, tag);
    return tag;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function librariesOf(program: string): Promise<readonly string[]> {
  const told = await step(dirname(program), 'ldd', program);
  return told.split('\n').flatMap((line) => /(?:=>\s+|^\s+)(\/\S+)/.exec(line)?.[1] ?? []);
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(await realpath(from), to);
}
