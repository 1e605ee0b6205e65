import type { Chapter } from './contents.js';
import type { Page } from './page.js';
import { siteFile, siteLink } from './page-file.js';

/** A whole HTML document: the page, beside the contents of the site. It loads nothing from elsewhere and has no script. */
export function documentOf(page: Page, contents: readonly Chapter[], titles: ReadonlyMap<string, string>): string {
  const here = siteFile(page.path);
  const chapters = contents.map(({ name, pages }) => `<h2>${escaped(name)}</h2><ul>${pages.map(entry).join('')}</ul>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · kcp-runtime</title>
<link rel="stylesheet" href="${siteLink(here, 'site.css')}">
</head>
<body>
<nav aria-label="Contents">${chapters.join('')}<ul><li><a href="${siteLink(here, 'api/index.html')}">The packages' API</a></li></ul></nav>
<main>${page.html}</main>
</body>
</html>
`;

  function entry(path: string): string {
    const current = path === page.path ? ' aria-current="page"' : '';
    return `<li><a href="${siteLink(here, siteFile(path))}"${current}>${escaped(titles.get(path) ?? path)}</a></li>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
