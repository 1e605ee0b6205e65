import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { HeadingIds } from './heading-ids.js';
import { siteFile, siteLink } from './page-file.js';

/** A Markdown file of the repository, read. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly PageLink[];
}

/** Where a link or picture of a page leads inside the repository. */
export interface PageLink {
  readonly written: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Empty for a link to the page as a whole. */
  readonly anchor: string;
}

/** Which files of the repository the site has. */
export type IsOnSite = (file: string) => boolean;

/** Reads a page. What a link leads to that is not on the site stays as words, since a site has no sources. */
export function readPage(path: string, markdown: string, isOnSite: IsOnSite): Page {
  const md = new MarkdownIt({ html: false, linkify: false });
  const tokens = md.parse(markdown, {});
  const ids = new HeadingIds();
  const anchors = new Set<string>();
  const links: PageLink[] = [];
  let title = path;
  const rewrite = (token: Token, attribute: 'href' | 'src'): void => {
    const link = linkOf(path, String(token.attrGet(attribute) ?? ''));
    if (link === undefined) return;
    links.push(link);
    if (isOnSite(link.file)) token.attrSet(attribute, hrefOf(path, link));
    else if (attribute === 'href') token.attrSet('data-source', link.file);
  };
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1]);
      const id = ids.next(text);
      token.attrSet('id', id);
      anchors.add(id);
      if (token.tag === 'h1') title = text;
    }
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') rewrite(child, 'href');
      if (child.type === 'image') rewrite(child, 'src');
    }
    if (token.children !== null && token.children !== undefined) token.children = withoutSourceLinks(token.children);
  }
  return { path, title, html: md.renderer.render(tokens, md.options, {}), anchors, links };
}

function linkOf(page: string, written: string): PageLink | undefined {
  if (/^([a-z][a-z+.-]*:|\/\/)/i.test(written)) return undefined;
  const [target = '', anchor = ''] = written.split('#');
  const file = target === '' ? page : posix.join(posix.dirname(page), decodeURI(target));
  return { written, file, anchor: decodeURIComponent(anchor) };
}

function hrefOf(page: string, { file, anchor }: PageLink): string {
  const target = file === page ? '' : siteLink(siteFile(page), siteFile(file));
  return anchor === '' ? target || '#' : `${target}#${encodeURIComponent(anchor)}`;
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('');
}

/** Links do not nest, so the next end belongs to the last beginning. */
function withoutSourceLinks(tokens: Token[]): Token[] {
  let isSource = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') isSource = token.attrGet('data-source') !== null;
    return !(isSource && (token.type === 'link_open' || token.type === 'link_close'));
  });
}
