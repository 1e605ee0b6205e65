import { finish } from '../workspace/finish.js';
import type { WorkspacePackage } from '../workspace/workspace-packages.js';
import { workspaceRoot } from '../workspace/workspace-root.js';

const IMPORT_DEADLINE_MS = 30_000;

/** What was seen of a process that imported a module and did nothing else. */
export interface ImportSeen {
  /** `null` where it did not end by itself. */
  readonly exitCode: number | null;
  /** Sockets, timers and the like that were open right after the import. */
  readonly openHandles: readonly string[];
  /** What the module itself wrote. */
  readonly wrote: string;
}

const MARK = '\u0000open handles:';
// The streams are touched first: they are made, and then open, when first asked for.
const PROGRAM = `
  const streams = [process.stdout, process.stderr];
  const before = process.getActiveResourcesInfo();
  await import(process.argv[1]);
  const open = process.getActiveResourcesInfo();
  for (const known of before) { const at = open.indexOf(known); if (at >= 0) open.splice(at, 1); }
  process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify(open));
`;

/**
 * Imports a built package, or a module by its path, in a process of its own that may read files only: writing one,
 * or starting a process or a worker, ends it with an error.
 */
export async function importInProcess(module: string): Promise<ImportSeen> {
  const flags = ['--permission', '--allow-fs-read=*', '--no-warnings', '--input-type=module'];
  const { code, stdout, stderr } = await finish(process.execPath, [...flags, '--eval', PROGRAM, '--', module], { cwd: workspaceRoot, deadlineMs: IMPORT_DEADLINE_MS });
  const [own = '', handles = '[]'] = stdout.split(MARK);
  return { exitCode: code, openHandles: JSON.parse(handles) as string[], wrote: own + stderr };
}

/** The built entry of a package. */
export function builtEntry({ folder }: WorkspacePackage): string {
  return new URL(`${folder}/dist/index.js`, `file://${workspaceRoot}/`).href;
}
