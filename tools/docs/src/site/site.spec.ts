import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-root.js';
import { brokenLinks } from './broken-links.js';
import { CONTENTS } from './contents.js';
import { HeadingIds } from './heading-ids.js';
import { documentOf } from './layout.js';
import { readPage } from './page.js';
import { siteFile, siteLink } from './page-file.js';
import { sitePages } from './site-pages.js';

const exists = (file: string): boolean => existsSync(join(workspaceRoot, file));

describe('the site', () => {
  it('has no link that leads nowhere, neither to a file nor to a heading', () => {
    expect(brokenLinks(sitePages(workspaceRoot), exists)).toEqual([]);
  });

  it('has every page of docs/ in its contents', () => {
    const files = readdirSync(join(workspaceRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
    expect(CONTENTS.flatMap(({ pages }) => [...pages]).sort()).toEqual(files.map((file) => `docs/${file}`).sort());
  });
});

describe('a page of the site', () => {
  const page = (markdown: string) => readPage('docs/a/b.md', markdown, (file) => ['docs/c.md', 'README.md', 'docs/a/b.md'].includes(file));

  it('links to other pages where they stand on the site', () => {
    expect(page('[c](../c.md#top) [d](../../README.md) [e](#e)').html).toBe('<p><a href="../c.html#top">c</a> <a href="../repository/index.html">d</a> <a href="#e">e</a></p>\n');
  });

  it('leaves what leads to sources as words', () => {
    expect(page('[`x.ts`](../../libs/x.ts) and [y](https://example.org)').html).toBe('<p><code>x.ts</code> and <a href="https://example.org">y</a></p>\n');
  });

  it('shows HTML of its Markdown as text', () => {
    expect(page('<script>x</script>').html).toBe('<p>&lt;script&gt;x&lt;/script&gt;</p>\n');
  });

  it('shows where the reader is in the contents', () => {
    const html = documentOf(page('# B & more'), [{ name: 'All', pages: ['docs/a/b.md', 'docs/c.md'] }], new Map([['docs/a/b.md', 'B & more']]));
    expect(html).toContain('<a href="b.html" aria-current="page">B &amp; more</a>');
    expect(html).toContain('<a href="../c.html">docs/c.md</a>');
  });
});

describe('a broken link', () => {
  const pages = [readPage('docs/a.md', '# One\n\n[b](b.md#two) [c](b.md#three) [d](gone.md) [e](#one)', () => true), readPage('docs/b.md', '## Two', () => true)];

  it('is one to no file or no heading', () => {
    expect(brokenLinks(pages, () => false)).toEqual(['docs/a.md: b.md#three', 'docs/a.md: gone.md']);
  });
});

describe('anchors', () => {
  it('are those that GitHub gives, numbered where a heading comes again', () => {
    const ids = new HeadingIds();
    expect(['2. Order a `Box`, once', 'Same', 'Same', "The packages' API"].map((text) => ids.next(text))).toEqual(['2-order-a-box-once', 'same', 'same-1', 'the-packages-api']);
  });
});

describe('files of the site', () => {
  it('stand as the pages do, READMEs at the front of their folder', () => {
    expect(['docs/README.md', 'docs/a/b.md', 'libs/x/README.md'].map(siteFile)).toEqual(['index.html', 'a/b.html', 'repository/libs/x/index.html']);
    expect(siteLink('a/b.html', 'site.css')).toBe('../site.css');
  });
});
