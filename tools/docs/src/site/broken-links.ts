import type { Page } from './page.js';

/** Links of the pages that lead to no file, or to no heading of the page that they name. */
export function brokenLinks(pages: readonly Page[], exists: (file: string) => boolean): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap(({ path, links }) =>
    links.flatMap(({ written, file, anchor }) => {
      const target = byPath.get(file);
      if (target === undefined ? !exists(file) : anchor !== '' && !target.anchors.has(anchor)) return [`${path}: ${written}`];
      return [];
    }),
  );
}
