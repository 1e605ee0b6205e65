import { describe, expect, it } from '@jest/globals';
import { orderIdentity } from './order-identity.js';
import type { IdentitySource } from './order-identity.js';

const SOURCE: IdentitySource = { plural: 'databases', group: 'postgres.services.open-control-plane.io', cluster: '2x4k9', namespace: 'default', name: 'main' };

describe('the identity of an order', () => {
  it('is the same in every version of the runtime', () => {
    // Computed apart: sha256, first four bits as a letter from a, lowest 125 bits as 25 digits of base 32.
    expect(orderIdentity(SOURCE)).toBe('gceo0d2e6odh3jfcrjhbjfumna');
  });

  it('is 26 lower-case letters and digits, a letter first', () => {
    const names = Array.from({ length: 200 }, (_, index) => orderIdentity({ ...SOURCE, name: `n${index}` }));

    expect(names.filter((name) => !/^[a-z][a-z0-9]{25}$/.test(name))).toEqual([]);
  });

  it.each<Partial<IdentitySource>>([{ plural: 'caches' }, { group: 'other.io' }, { cluster: 'other' }, { namespace: 'other' }, { name: 'other' }])('is another one with %j', (change) => {
    expect(orderIdentity({ ...SOURCE, ...change })).not.toBe(orderIdentity(SOURCE));
  });
});
