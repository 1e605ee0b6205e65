import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brokenLinks } from './broken-links.js';
import { CONTENTS } from './contents.js';
import { documentOf } from './layout.js';
import { siteFile } from './page-file.js';
import { sitePages, sitePictures } from './site-pages.js';
import { STYLESHEET } from './stylesheet.js';

/** A page links to what is not there. */
export class BrokenLinks extends Error {
  override readonly name = 'BrokenLinks';
  constructor(readonly links: readonly string[]) {
    super(`These links lead nowhere; name a file, or a heading that its page has:\n${links.map((link) => `  ${link}`).join('\n')}`);
  }
}

/** Writes the pages of the repository as a site into a folder, which is emptied first. Returns how many there are. */
export function writeSite(root: string, folder: string, exists: (file: string) => boolean): number {
  const pages = sitePages(root);
  const broken = brokenLinks(pages, exists);
  if (broken.length > 0) throw new BrokenLinks(broken);
  rmSync(folder, { recursive: true, force: true });
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const place = (file: string): string => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  for (const page of pages) writeFileSync(place(siteFile(page.path)), documentOf(page, CONTENTS, titles));
  for (const picture of sitePictures(pages, root)) copyFileSync(join(root, picture), place(siteFile(picture)));
  writeFileSync(place('site.css'), STYLESHEET);
  return pages.length;
}
