import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-root.js';

/** A package of this repository. */
export interface WorkspacePackage {
  readonly name: string;
  /** Relative to the repository, such as `libs/kube`. */
  readonly folder: string;
  /** Whether others may install it. */
  readonly isPublished: boolean;
}

/** Every package, sorted by folder. */
export function workspacePackages(): readonly WorkspacePackage[] {
  return ['apps', 'libs', 'tools'].flatMap((group) =>
    readdirSync(join(workspaceRoot, group))
      .sort()
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(workspaceRoot, folder, 'package.json')))
      .map(readPackage),
  );
}

function readPackage(folder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, folder, 'package.json'), 'utf8')) as { name: string; private?: boolean };
  return { name: manifest.name, folder, isPublished: manifest.private !== true };
}
