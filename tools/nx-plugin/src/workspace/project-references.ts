import { getProjects, readJson, updateJson } from '@nx/devkit';
import type { Tree } from '@nx/devkit';

/** A reference to another TypeScript project. */
export interface ProjectReference {
  readonly path: string;
}

/** Makes the workspace's own tsconfig.json refer to these folders, as `nx sync` does. */
export function referTo(tree: Tree, ...folders: readonly string[]): void {
  updateJson<{ references?: readonly ProjectReference[] }>(tree, 'tsconfig.json', (config) => {
    const known = (config.references ?? []).map(({ path }) => path.replace(/^\.\//, ''));
    const missing = folders.filter((folder) => !known.includes(folder)).map((folder) => ({ path: `./${folder}` }));
    return { ...config, references: [...(config.references ?? []), ...missing] };
  });
}

/** References from a project's tsconfig.lib.json to those packages that are projects of this workspace; an installed one has no sources to refer to. */
export function referencesTo(tree: Tree, offset: string, ...packages: readonly string[]): readonly ProjectReference[] {
  return foldersOf(tree, packages).map((folder) => ({ path: `${offset}${folder}/tsconfig.lib.json` }));
}

/** The same from its tsconfig.json, which refers to whole projects. */
export function wholeReferencesTo(tree: Tree, offset: string, ...packages: readonly string[]): readonly ProjectReference[] {
  return foldersOf(tree, packages).map((folder) => ({ path: `${offset}${folder}` }));
}

function foldersOf(tree: Tree, packages: readonly string[]): readonly string[] {
  const roots = [...getProjects(tree).values()].map(({ root }) => root);
  return packages.flatMap((name) => roots.find((folder) => tree.exists(`${folder}/tsconfig.lib.json`) && packageName(tree, folder) === name) ?? []);
}

function packageName(tree: Tree, folder: string): string | undefined {
  const file = `${folder}/package.json`;
  return tree.exists(file) ? readJson<{ name?: string }>(tree, file).name : undefined;
}
