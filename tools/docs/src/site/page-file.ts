import { posix } from 'node:path';

/** Where a page of the repository stands on the site: `docs/operator.md` at `operator.html`, the README of a folder at its `index.html`. */
export function siteFile(page: string): string {
  const path = page.startsWith('docs/') ? page.slice('docs/'.length) : posix.join('repository', page);
  return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** A link from one file of the site to another. */
export function siteLink(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}
