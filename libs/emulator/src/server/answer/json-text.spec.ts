import { describe, expect, it } from '@jest/globals';
import { parseJson } from './json-text.js';

describe('a JSON text', () => {
  it('tells which fields stand in it twice, by their paths', () => {
    expect(parseJson('{"a":1,"b":[{"c":"x"},{"c":1,"c":2}],"a":3}').doubled).toEqual(['b[1].c', 'a']);
  });

  it('takes no text for a field, and no field of a neighbour for its own', () => {
    expect(parseJson('{"a":"a","b":{"a":"\\"a\\":"},"c":["a","a"]}').doubled).toEqual([]);
  });

  it('knows a field by what it is called, however it is written', () => {
    expect(parseJson('{"a\\u0062":1,"ab":2}').doubled).toEqual(['ab']);
  });

  it('tells a number that nothing holds', () => {
    expect(parseJson('{"a":-1e400,"b":1e3}').tooLarge).toBe('-1e400');
  });

  it('is looked at however deep it is', () => {
    const deep = 100_000;
    expect(parseJson(`${'['.repeat(deep)}{"a":1,"a":2}${']'.repeat(deep)}`).doubled).toHaveLength(1);
  });
});
