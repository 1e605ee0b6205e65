import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { relativeLinks } from './relative-links.js';

// A version plan is a note for the next release, and goes with it.
const pages = ownFiles().filter((file) => file.endsWith('.md') && !file.startsWith('.nx/'));

describe('a page of the documentation', () => {
  it.each(pages)('%s links to files that exist', (page) => {
    const links = relativeLinks(readFileSync(join(workspaceRoot, page), 'utf8'));
    expect(links.filter((link) => !existsSync(join(workspaceRoot, dirname(page), link)))).toEqual([]);
  });

  it('is linked from the README, directly or over others', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const link of relativeLinks(readFileSync(join(workspaceRoot, page), 'utf8'))) {
        const target = join(dirname(page), link);
        if (pages.includes(target)) reached.add(target);
      }
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('the links of a page', () => {
  it('are read inline and by reference, without anchors', () => {
    expect(relativeLinks('See [a](docs/a.md#top), [b](b.md "title") and [c].\n\n[c]: ../c.md\n')).toEqual(['docs/a.md', 'b.md', '../c.md']);
  });

  it('are not those to other hosts, to the page itself, or in code', () => {
    expect(relativeLinks('[a](https://example.org) [b](#b) [c](mailto:a@example.org) `[d](d.md)`\n\n```md\n[e](e.md)\n```\n')).toEqual([]);
  });
});
