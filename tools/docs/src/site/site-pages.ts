import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENTS } from './contents.js';
import { readPage } from './page.js';
import type { Page } from './page.js';

const PACKAGES = ['libs/kube', 'libs/schema', 'libs/openmcp', 'libs/nest', 'libs/emulator', 'libs/testing', 'tools/nx-plugin', 'tools/conformance'];

/** Pages outside docs/ that the site has too, since its own pages lead to them. */
const BESIDE = ['README.md', 'CONTRIBUTING.md', ...PACKAGES.map((folder) => `${folder}/README.md`)];

/** All pages of the site, read from the repository. */
export function sitePages(root: string): readonly Page[] {
  const paths = [...CONTENTS.flatMap(({ pages }) => pages), ...BESIDE];
  const isOnSite = (file: string): boolean => paths.includes(file) || isPicture(file);
  return paths.map((path) => readPage(path, readFileSync(join(root, path), 'utf8'), isOnSite));
}

/** Pictures that the pages show, from the root of the repository. */
export function sitePictures(pages: readonly Page[], root: string): readonly string[] {
  const files = pages.flatMap(({ links }) => links.map(({ file }) => file)).filter(isPicture);
  return [...new Set(files)].filter((file) => existsSync(join(root, file)));
}

function isPicture(file: string): boolean {
  return file.startsWith('docs/') && file.endsWith('.svg');
}
