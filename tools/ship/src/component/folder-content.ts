import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from '../step.js';
import { contentOf } from './content.js';
import type { Content } from './content.js';

/** What makes two archives of the same files the same bytes, whoever packs them and when. */
const REPRODUCIBLE = ['--format=ustar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];

/** The files of a folder as one archive. Needs GNU tar. @throws StepFailed */
export async function folderContent(folder: string): Promise<Content> {
  const place = await mkdtemp(join(tmpdir(), 'folder-content-'));
  try {
    const archive = join(place, 'content.tar');
    await step(folder, 'tar', '--create', ...REPRODUCIBLE, `--file=${archive}`, '.');
    return contentOf('application/x-tar', await readFile(archive));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
