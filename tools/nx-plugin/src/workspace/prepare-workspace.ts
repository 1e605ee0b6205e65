/**
 * What the projects lean on at the root of the workspace. Only what is missing is written: in a workspace of one's own house
 * rules these stay as they are.
 */
import { addDependenciesToPackageJson, generateFiles, readJson, readNxJson, updateJson, updateNxJson } from '@nx/devkit';
import type { NxJsonConfiguration, Tree } from '@nx/devkit';
import { templates } from './templates.js';
import { toolVersions } from './versions.js';

/** @param directory the folder of the projects, which must be known to npm and so to Nx */
export function prepareWorkspace(tree: Tree, directory: string): void {
  writeMissing(tree, templates('workspace'));
  addInferredTargets(tree);
  addNpmWorkspace(tree, `${directory}/*`);
  addDependenciesToPackageJson(tree, {}, toolVersions, 'package.json', true);
}

function writeMissing(tree: Tree, from: string): void {
  const kept = new Map(ROOT_FILES.filter((file) => tree.exists(file)).map((file) => [file, tree.read(file, 'utf8') ?? '']));
  generateFiles(tree, from, '.', { dot: '.' });
  for (const [file, content] of kept) tree.write(file, content);
}

const ROOT_FILES = ['eslint.config.mjs', 'jest.preset.cjs', 'tsconfig.base.json', 'tsconfig.json'];

const INFERRED = [
  {
    plugin: '@nx/js/typescript',
    options: {
      typecheck: { targetName: 'typecheck' },
      build: { targetName: 'build', configName: 'tsconfig.lib.json', buildDepsName: 'build-deps', watchDepsName: 'watch-deps' },
    },
  },
  { plugin: '@nx/jest/plugin', options: { targetName: 'test' } },
  { plugin: '@nx/eslint/plugin', options: { targetName: 'lint' } },
];

function addInferredTargets(tree: Tree): void {
  const nxJson: NxJsonConfiguration = readNxJson(tree) ?? {};
  const known = (nxJson.plugins ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.plugin));
  const missing = INFERRED.filter(({ plugin }) => !known.includes(plugin));
  if (missing.length > 0) updateNxJson(tree, { ...nxJson, plugins: [...(nxJson.plugins ?? []), ...missing] });
}

function addNpmWorkspace(tree: Tree, glob: string): void {
  const { workspaces } = readJson<{ workspaces?: unknown }>(tree, 'package.json');
  const globs = Array.isArray(workspaces) ? (workspaces as string[]) : [];
  if (globs.includes(glob)) return;
  updateJson<Record<string, unknown>>(tree, 'package.json', (manifest) => ({ ...manifest, workspaces: [...globs, glob] }));
}
