import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../packages/pack.js';
import { PackageRegistry } from '../packages/package-registry.js';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

/** How a workspace comes to be: by Nx itself, whose download takes a minute, or as a copy of what that writes. */
export type Origin = 'made-by-nx' | 'as-made-by-nx';

/** The npm of whoever works there: our packages are as published, and nothing of a package runs when it is installed. */
const NPMRC = 'audit=false\nfund=false\nprefer-offline=true\nignore-scripts=true\nupdate-notifier=false\n';

/**
 * A new workspace of Nx as somebody else has it: in a folder with no way into this repository, where npm installs the packed packages as
 * if they were published. Its owner removes it.
 */
export class NxWorkspace {
  private constructor(
    private readonly place: string,
    readonly folder: string,
    private readonly registry: PackageRegistry,
  ) {}

  /** With `@kcp-runtime/nx` installed, as its README says. */
  static async make(origin: Origin): Promise<NxWorkspace> {
    const place = await mkdtemp(join(tmpdir(), 'nx-workspace-'));
    const registry = await PackageRegistry.open(await packInto(join(place, 'packages')));
    const workspace = new NxWorkspace(place, join(place, 'acme'), registry);
    try {
      await workspace.found(origin);
      await workspace.run('npm', 'install', '--save-dev', '@kcp-runtime/nx', '--loglevel=error');
      return workspace;
    } catch (error) {
      await workspace.remove();
      throw error;
    }
  }

  /** Runs a command in the workspace. @throws StepFailed */
  run(command: string, ...args: readonly string[]): Promise<string> {
    return step(this.folder, command, ...args);
  }

  /** Runs its Nx. @throws StepFailed */
  nx(...args: readonly string[]): Promise<string> {
    return this.run(join('node_modules', '.bin', 'nx'), ...args);
  }

  async remove(): Promise<void> {
    await this.registry.close();
    await rm(this.place, { recursive: true, force: true });
  }

  private async found(origin: Origin): Promise<void> {
    const { devDependencies } = JSON.parse(await readFile(join(workspaceRoot, 'package.json'), 'utf8')) as { devDependencies: Readonly<Record<string, string>> };
    const { nx = '' } = devDependencies;
    switch (origin) {
      case 'made-by-nx':
        await step(this.place, 'npm', 'exec', '--yes', '--prefer-offline', '--', `create-nx-workspace@${nx}`, 'acme', '--preset=ts', '--formatter=none', '--pm=npm', '--nxCloud=skip', '--skipGit', '--no-interactive');
        break;
      case 'as-made-by-nx':
        await cp(join(workspaceRoot, 'tools', 'ship', 'workspace'), this.folder, { recursive: true });
        await writeFile(join(this.folder, 'package.json'), JSON.stringify(manifest(nx)));
    }
    await writeFile(join(this.folder, '.npmrc'), NPMRC + this.registry.npmrc);
  }
}

function manifest(nx: string): object {
  return {
    name: '@acme/source',
    version: '0.0.0',
    private: true,
    devDependencies: { '@nx/js': nx, '@swc/helpers': '~0.5.18', nx, tslib: '^2.3.0', typescript: '~6.0.3' },
    workspaces: ['packages/*'],
  };
}
