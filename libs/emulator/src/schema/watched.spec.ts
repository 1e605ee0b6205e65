import { describe, expect, it } from '@jest/globals';
import { StructuralSchema } from './structural-schema.js';

const text = 'a'.repeat(60) + '!';

function faultsOf(property: Record<string, unknown>): readonly string[] {
  const schema = new StructuralSchema({ type: 'object', properties: { spec: { type: 'object', properties: { name: property } } } });
  return schema.validate({ spec: { name: text } }, undefined).map(({ message }) => message);
}

describe('a schema that would keep the server busy for ever', () => {
  it('refuses the value that its pattern does not come to an end with', () => {
    expect(faultsOf({ type: 'string', pattern: '^(a+)+$' })).toEqual([expect.stringContaining('takes longer')]);
  });

  it('refuses the value that its rule does not come to an end with', () => {
    expect(faultsOf({ type: 'string', 'x-kubernetes-validations': [{ rule: 'self.matches("^(a+)+$")' }] })).toEqual([expect.stringContaining('takes longer')]);
  });

  it('lets a value pass that its pattern and its rule fit', () => {
    expect(faultsOf({ type: 'string', pattern: '^(a+)+!$', 'x-kubernetes-validations': [{ rule: 'self.matches("^(a+)+!$")' }] })).toEqual([]);
  });
});
