import { describe, expect, it } from '@jest/globals';
import { BadSelector, labelSelector } from './selectors.js';

function fits(selector: string, labels: Record<string, string>): boolean {
  return labelSelector(selector)?.({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x', labels } }) ?? true;
}

describe('a label selector', () => {
  it.each([
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'c' }, false],
    ['a!=b', {}, true],
    ['a', { a: '' }, true],
    ['!a', { a: '' }, false],
    ['a in (b, c),d notin (e)', { a: 'c' }, true],
    ['a in (b, c),d notin (e)', { a: 'c', d: 'e' }, false],
    ['', {}, true],
    ['example.io/a=b', { 'example.io/a': 'b' }, true],
  ])('%s over %j is %s', (selector, labels, expected) => {
    expect(fits(selector, labels as Record<string, string>)).toBe(expected);
  });

  it('is refused when it cannot be read', () => {
    expect(() => labelSelector('a=b=c')).toThrow(BadSelector);
  });
});
