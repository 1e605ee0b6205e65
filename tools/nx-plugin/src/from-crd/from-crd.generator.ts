import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getProjects, logger, names } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { ApiExists } from '../api/api.generator.js';
import { roleOf } from './api-role.js';
import { apiSource } from './api-source.js';
import type { Crd } from './crd.js';
import { CrdNotUnderstood, readCrds } from './crd.js';
import { isWarning, noteLines } from './note.js';

/** The options of `nx g @kcp-runtime/nx:from-crd <file>`. */
export interface FromCrdSchema {
  /** The YAML file, by its path from the workspace. */
  readonly crd: string;
  /** The project that gets the classes. */
  readonly project: string;
  /** The stored version where none is named. */
  readonly version?: string;
}

/** There is no project to put the classes into. */
export class ProjectMissing extends Error {
  override readonly name = 'ProjectMissing';
  constructor(project: string) {
    super(`There is no project ${project} in this workspace. Make it first: nx g @kcp-runtime/nx:provider ${project.replace(/-provider$/, '')}`);
  }
}

/** @throws ProjectMissing, CrdNotUnderstood or ApiExists before anything is written */
export default function fromCrd(tree: Tree, { crd: file, project, version }: FromCrdSchema): void {
  const { root } = getProjects(tree).get(project) ?? {};
  if (root === undefined) throw new ProjectMissing(project);
  const written = readCrds(readText(tree, file), file, version).map((crd) => ({ crd, path: `${root}/src/${fileOf(crd)}`, ...apiSource(crd) }));
  for (const { path } of written) if (tree.exists(path)) throw new ApiExists(path);
  for (const { crd, path, text, notes } of written) {
    tree.write(path, text);
    const tell = notes.some(isWarning) ? logger.warn : logger.info;
    tell([`${crd.names.kind} (${crd.names.plural}.${crd.group}, ${crd.version.name})`, ...noteLines(notes)].join('\n'));
  }
}

function fileOf(crd: Crd): string {
  const { fileName } = names(crd.names.kind);
  switch (roleOf(crd)) {
    case 'service':
      return `api/${fileName}.ts`;
    case 'provider-config':
      return `config/${fileName}.ts`;
  }
}

function readText(tree: Tree, file: string): string {
  if (tree.exists(file)) return tree.read(file, 'utf8') ?? '';
  const path = resolve(tree.root, file);
  if (!existsSync(path)) throw new CrdNotUnderstood(file, 'there is no such file');
  return readFileSync(path, 'utf8');
}
