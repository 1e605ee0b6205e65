import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OrderKeyUnreadable, orderKey, readOrderKey, tenantOfOrderKey } from './order-key.js';
import type { OrderKey } from './order-key.js';

const part = fc.stringMatching(/^[a-z0-9.:/*?=&%-]{1,30}$/);
const anyKey: fc.Arbitrary<OrderKey> = fc.record({ offer: part, endpoint: part, cluster: part, namespace: fc.oneof(part, fc.constant('')), name: part });

const red: OrderKey = { offer: 'databases.example.io', endpoint: 'https://kcp/services/apiexport/p/db', cluster: 'red', namespace: 'default', name: 'main' };

describe('an order key', () => {
  it('gives back the parts that it was made of', () => {
    fc.assert(fc.property(anyKey, (key) => expect(readOrderKey(orderKey(key))).toEqual(key)));
  });

  it('is another one for every other order', () => {
    fc.assert(fc.property(anyKey, anyKey, (one, other) => expect(orderKey(one) === orderKey(other)).toBe(JSON.stringify(one) === JSON.stringify(other))));
  });

  it('keeps two workspaces apart that order under the same name', () => {
    expect(orderKey(red)).not.toBe(orderKey({ ...red, cluster: 'blue' }));
  });

  it('refuses a part that would make it another key', () => {
    expect(() => orderKey({ ...red, namespace: 'a b' })).toThrow(OrderKeyUnreadable);
  });

  it('refuses a string that is none', () => {
    expect(() => readOrderKey('default/main')).toThrow('"default/main" is no order key');
  });
});

describe('the tenant of an order', () => {
  it('is the same for all orders of a workspace', () => {
    expect(tenantOfOrderKey(orderKey({ ...red, offer: 'caches.example.io', namespace: 'other', name: 'x' }))).toBe(tenantOfOrderKey(orderKey(red)));
  });

  it('is another one in another workspace', () => {
    expect(tenantOfOrderKey(orderKey({ ...red, cluster: 'blue' }))).not.toBe(tenantOfOrderKey(orderKey(red)));
  });
});
