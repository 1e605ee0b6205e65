import { describe, expect, it } from '@jest/globals';

import { goPattern, literalPattern } from './go-pattern.js';

describe('an expression for Go', () => {
  it.each([
    [/^[a-z]([-a-z0-9]*)$/, '^[a-z]([-a-z0-9]*)$'],
    [/a\/b/, 'a/b'],
    [/^\d{1,3}\.\d+$/, '^\\d{1,3}\\.\\d+$'],
    [/^[\u0041-\u005a]$/, '^[A-Z]$'],
    [/\u002e/, '\\.'],
    [/abc/gi, '(?i:abc)'],
    [/^a.c$/s, '(?s:^a.c$)'],
    [/\p{Lu}/u, '\\p{Lu}'],
    [/(?<year>\d+)-(?:\d+)/, '(?<year>\\d+)-(?:\\d+)'],
  ])('%s is %s', (expression, expected) => {
    expect(goPattern(expression)).toBe(expected);
  });

  it.each([/(?=a)/, /(?!a)/, /(?<=a)b/, /(?<!a)b/, /(a)\1/, /(?<n>a)\k<n>/, /a{1,2000}/, /[^]/, /a/y, /\cA/, /[\ud83d\ude00]/])('%s has no equal there', (expression) => {
    expect(goPattern(expression)).toBeUndefined();
  });

  it.each([['a.b*c', 'a.b*c', 'aXbbc'], ['(x)[y]{1}|^$', '(x)[y]{1}|^$', 'x'], ['back\\slash', 'back\\slash', 'backslash']])('finds %s literally', (text, found, other) => {
    const pattern = new RegExp(literalPattern(text));
    expect([pattern.test(found), pattern.test(other)]).toEqual([true, false]);
  });
});
