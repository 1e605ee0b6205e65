import { join } from 'node:path';
import type { WorkspacePackage } from '../workspace/workspace-packages.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { exportedNames } from './exported-names.js';

/** The command that writes the records anew. */
export const RECORD_AGAIN = 'npx nx run repo-checks:record-api';

/** Where the public names of a package are kept, so that a change of them is seen in review. */
export function recordFile(name: string): string {
  return join(workspaceRoot, 'api', `${name.replace('@kcp-runtime/', '')}.txt`);
}

/** What that file has to say: a name a line. */
export function surfaceOf({ folder }: WorkspacePackage): string {
  return exportedNames(join(workspaceRoot, folder, 'src', 'index.ts')).map((name) => `${name}\n`).join('');
}
