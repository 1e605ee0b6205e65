import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace-root.js';

/** What a package says of itself. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly type?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package that others may install. */
export interface PublishedPackage {
  /** Relative to the repository. */
  readonly folder: string;
  readonly manifest: PackageManifest;
}

/** Every package that is not private, by folder. */
export function publishedPackages(): readonly PublishedPackage[] {
  return ['libs', 'tools']
    .flatMap((group) => readdirSync(join(workspaceRoot, group)).sort().map((name) => `${group}/${name}`))
    .filter((folder) => existsSync(join(workspaceRoot, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(workspaceRoot, folder, 'package.json'), 'utf8')) as PackageManifest }))
    .filter(({ manifest }) => manifest.private !== true);
}
