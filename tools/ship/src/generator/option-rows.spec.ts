import { describe, expect, it } from '@jest/globals';
import { optionRows } from './option-rows.js';
import type { OptionRow } from './option-rows.js';

const values: { readonly [Option in keyof OptionRow]: readonly OptionRow[Option][] } = {
  workload: ['never', 'sometimes', 'always'],
  modes: ['both', 'kcp', 'standard'],
  customer: ['default', 'secrets and more', 'no secrets'],
  references: ['none', 'Secret', 'both'],
  instances: ['one', 'many'],
  worker: ['none', 'some'],
  names: ['default', 'own'],
};
const options = Object.keys(values) as (keyof OptionRow)[];
const pairs = options.flatMap((one, at) => options.slice(at + 1).map((other) => [one, other] as const));

describe('the providers that the generator is tried with', () => {
  it.each(pairs)('have every value of %s with every value of %s', (one, other) => {
    const missing = values[one].flatMap((first) => values[other].filter((second) => !Object.values(optionRows).some((row) => row[one] === first && row[other] === second)).map((second) => [first, second]));
    expect(missing).toEqual([]);
  });
});
