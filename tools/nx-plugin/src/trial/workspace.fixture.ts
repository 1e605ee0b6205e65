/**
 * A workspace of somebody else: a folder outside the repository in which the repository's packages are installed, as they would be
 * from a registry, and nothing else of it is known.
 */
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolVersions } from '../workspace/versions.js';

/** The folder of this repository. */
export const repository = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));
const COMMAND_DEADLINE_MS = 240_000;

/** How a command ended. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** The workspace. */
export class TrialWorkspace {
  private constructor(readonly folder: string) {}

  /** @param projects packages of the workspace itself, which npm would link: name and folder */
  static async create(projects: Readonly<Record<string, string>>): Promise<TrialWorkspace> {
    const folder = await mkdtemp(join(tmpdir(), 'kcp-runtime-nx-'));
    await linkInstalled(folder, projects);
    await writeFile(join(folder, 'nx.json'), '{}');
    await writeFile(join(folder, '.gitignore'), 'node_modules\ndist\nout-tsc\n.nx\n');
    await copyFile(join(repository, 'package-lock.json'), join(folder, 'package-lock.json'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: '@acme/source', private: true, type: 'module', workspaces: ['apps/*'], devDependencies: toolVersions }));
    return new TrialWorkspace(folder);
  }

  /** Runs nx to its end. */
  nx(...args: readonly string[]): Promise<Finished> {
    const bin = join(this.folder, 'node_modules', '.bin');
    const child = spawn(process.execPath, [join(bin, 'nx'), ...args], { cwd: this.folder, env: environment(bin), stdio: ['ignore', 'pipe', 'pipe'], timeout: COMMAND_DEADLINE_MS, killSignal: 'SIGKILL' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

async function linkInstalled(folder: string, projects: Readonly<Record<string, string>>): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const entry of await readdir(join(repository, 'node_modules'))) {
    if (!entry.startsWith('.') || entry === '.bin') await symlink(join(repository, 'node_modules', entry), join(modules, entry));
  }
  for (const [name, place] of Object.entries(projects)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(folder, place), join(modules, name));
  }
}

/** Without anything that a test runner or an nx around it put there. */
function environment(bin: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NX_|JEST_|KCP_|NODE_OPTIONS$|FORCE_COLOR$)/.test(name));
  return { ...Object.fromEntries(inherited), PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false', NO_COLOR: '1', CI: 'true' };
}
