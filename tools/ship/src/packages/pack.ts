import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';
import { publishedPackages } from './published-packages.js';
import type { PublishedPackage } from './published-packages.js';

/** A package as a file that npm installs. */
export interface PackedPackage extends PublishedPackage {
  readonly file: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** By which npm knows that it got this file and no other. */
  readonly integrity: string;
  /** Paths inside of it. */
  readonly paths: readonly string[];
}

/** What `npm pack --json` tells about one. */
interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what the packages' `dist` holds into `folder`, which is emptied first. @throws StepFailed */
export async function packInto(folder: string, packages = publishedPackages()): Promise<readonly PackedPackage[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const places = packages.map((known) => `./${known.folder}`);
  const told = JSON.parse(await step(workspaceRoot, 'npm', 'pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`, ...places)) as readonly NpmPacked[];
  return packages.map((known) => {
    const packed = told.find(({ name }) => name === known.manifest.name);
    if (packed === undefined) throw new Error(`npm pack said nothing about ${known.manifest.name}.`);
    const { filename, size, unpackedSize, integrity, files } = packed;
    return { ...known, file: join(folder, filename), packedBytes: size, unpackedBytes: unpackedSize, integrity, paths: files.map(({ path }) => path) };
  });
}
