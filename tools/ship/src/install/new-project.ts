import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../packages/pack.js';
import { publishedPackages } from '../packages/published-packages.js';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

/** The major version of Nest that a project is on. */
export type NestMajor = '11' | '12';

const NEST_RANGES: Readonly<Record<NestMajor, string>> = { 11: '^11.1.0', 12: '^12.0.0' };

/** The Nest that the environment asks for; 12 where it says nothing. */
export function nestOf(env: NodeJS.ProcessEnv): NestMajor {
  const { NEST = '12' } = env;
  if (NEST === '11' || NEST === '12') return NEST;
  throw new Error(`NEST=${NEST} is not a Nest that the packages are for: 11 or 12.`);
}

/** A project as a user has it, in a folder with no way into this repository, with the packed packages installed. */
export class NewProject {
  private constructor(readonly folder: string) {}

  static async make(nest: NestMajor): Promise<NewProject> {
    const folder = await mkdtemp(join(tmpdir(), `nest-${nest}-`));
    const project = new NewProject(folder);
    try {
      await cp(join(workspaceRoot, 'tools', 'ship', 'project'), folder, { recursive: true });
      await writeFile(join(folder, 'package.json'), JSON.stringify(await project.manifest(NEST_RANGES[nest]), undefined, 2));
      await project.run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
      return project;
    } catch (error) {
      await project.remove();
      throw error;
    }
  }

  /** Runs a command in the project. @throws StepFailed */
  run(command: string, ...args: readonly string[]): Promise<string> {
    return step(this.folder, command, ...args);
  }

  /** A program that an installed package brings along. */
  program(name: string): string {
    return join(this.folder, 'node_modules', '.bin', name);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async manifest(nest: string): Promise<object> {
    // The generator is for a workspace of Nx, and brings one along.
    const libraries = publishedPackages().filter(({ folder }) => folder.startsWith('libs/'));
    const packed = await packInto(join(this.folder, 'packages'), libraries);
    return {
      name: 'new-project',
      private: true,
      type: 'module',
      dependencies: {
        ...Object.fromEntries(packed.map(({ manifest, file }) => [manifest.name, `file:${file}`])),
        ...Object.fromEntries(['common', 'core', 'testing'].map((part) => [`@nestjs/${part}`, nest])),
        'class-transformer': '^0.5.1',
        'class-validator': '^0.15.1',
        expect: '^30.0.0',
        'reflect-metadata': '^0.2.2',
        rxjs: '^7.8.1',
      },
      devDependencies: { '@types/node': '^24.0.0', typescript: '~6.0.3' },
    };
  }
}
