import { describe, expect, it } from '@jest/globals';
import { ListPages } from './list-pages.js';

describe('a continue token', () => {
  it('opens the rest of the list as it was', () => {
    const pages = new ListPages(() => 0);
    const items = ['a', 'b', 'c'].map((name) => ({ apiVersion: 'v1', kind: 'Thing', metadata: { name } }));
    expect(pages.open(pages.keep(7, items, 1))).toEqual({ version: 7, items, next: 1 });
  });

  it('has expired when the list is no longer kept', () => {
    const pages = new ListPages(() => 0);
    const token = pages.keep(7, [], 1);
    pages.clear();
    expect(pages.open(token)).toBe('expired');
  });

  it('may be no token at all', () => {
    expect(new ListPages(() => 0).open('x')).toBe('malformed');
  });
});
