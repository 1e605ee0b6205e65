import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { KubeconfigPlace } from './emulator-command.js';

/** There is a file where the kubeconfig was to be written, and it may be somebody's own. */
export class KubeconfigThere extends Error {
  override readonly name = 'KubeconfigThere';

  constructor(path: string) {
    super(`${path} is there already. Remove it, or name another file by --kubeconfig.`);
  }
}

/** A kubeconfig on disk that only its owner can read. */
export interface KubeconfigFile {
  readonly path: string;
  /** Takes it away again, since its tokens end with the emulator. */
  remove(): Promise<void>;
}

/** Writes the kubeconfig. @throws KubeconfigThere */
export async function writeKubeconfig(place: KubeconfigPlace, text: string): Promise<KubeconfigFile> {
  switch (place.kind) {
    case 'temporary': {
      const folder = await mkdtemp(join(tmpdir(), 'kcp-emulator-'));
      const path = await writeNew(join(folder, 'admin.kubeconfig'), text);
      return { path, remove: () => rm(folder, { recursive: true, force: true }) };
    }
    case 'file': {
      const path = resolve(place.path);
      await mkdir(dirname(path), { recursive: true });
      await writeNew(path, text);
      return { path, remove: () => rm(path, { force: true }) };
    }
  }
}

async function writeNew(path: string, text: string): Promise<string> {
  await writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new KubeconfigThere(path) : error;
  });
  return path;
}
