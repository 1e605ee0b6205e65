import { join } from 'node:path';
import { finish } from '../workspace/finish.js';
import type { WorkspacePackage } from '../workspace/workspace-packages.js';
import { workspacePackages } from '../workspace/workspace-packages.js';
import { workspaceRoot } from '../workspace/workspace-root.js';

const BUILD_DEADLINE_MS = 240_000;

/** The sources do not compile, so nothing can be said about what they would become. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** What is given to others: the published packages, and the provider that shows how they are used. */
export function products(): readonly WorkspacePackage[] {
  return workspacePackages().filter(({ isPublished, folder }) => isPublished || folder === 'apps/postgres-provider');
}

/** Brings the `dist` of all products up to their sources; nothing to do where it is. @throws BuildFailed with tsc's own words */
export async function buildProducts(): Promise<void> {
  const projects = products().map(({ folder }) => join(folder, 'tsconfig.lib.json'));
  const tsc = join(workspaceRoot, 'node_modules', '.bin', 'tsc');
  const built = await finish(process.execPath, [tsc, '--build', ...projects], { cwd: workspaceRoot, deadlineMs: BUILD_DEADLINE_MS });
  if (built.code !== 0) throw new BuildFailed(`tsc --build ended with ${built.code ?? 'its deadline'}:\n${built.stdout}${built.stderr}`);
}
