import { beforeEach, describe, expect, it } from '@jest/globals';
import { orderKey } from '@kcp-runtime/kube';
import type { OrderFields } from '../reconcile/order-home.js';
import { TenantOrders } from './tenant-orders.js';

const key = (offer: string, name: string, cluster = 'red'): string => orderKey({ offer, endpoint: 'shard-1', cluster, namespace: 'default', name });
const born = (second: number, more: Partial<OrderFields> = {}): OrderFields => ({
  uid: 'u', resourceVersion: '1', generation: 1, creationTimestamp: `2030-01-01T00:00:${String(second).padStart(2, '0')}Z`, isHeld: false, ...more,
});

describe('the orders of a tenant', () => {
  let woken: string[];
  let limit: number | undefined;
  let orders: TenantOrders;
  const standing = (offer: string, name: string, second: number, cluster?: string): string => orders.standing(offer, key(offer, name, cluster), born(second)).kind;

  beforeEach(() => {
    woken = [];
    limit = undefined;
    orders = new TenantOrders({ single: new Set(['boxes']), limit: () => limit, wake: (each) => woken.push(each) });
  });

  it('have no turn before all of them are known, and are told when they are', () => {
    orders.saw('boxes', key('boxes', 'young'), born(2));
    expect(standing('boxes', 'young', 2)).toBe('unknown');
    orders.saw('boxes', key('boxes', 'old'), born(1));
    orders.know('boxes');
    expect(woken).toEqual([key('boxes', 'young')]);
    expect([standing('boxes', 'old', 1), standing('boxes', 'young', 2)]).toEqual(['served', 'behind']);
  });

  it('of another workspace do not matter', () => {
    orders.know('boxes');
    orders.saw('boxes', key('boxes', 'main'), born(1));
    orders.saw('boxes', key('boxes', 'main', 'blue'), born(2));
    expect(standing('boxes', 'main', 2, 'blue')).toBe('served');
  });

  it('of an offer without a rule are all served, known or not', () => {
    for (const name of ['a', 'b']) orders.saw('crates', key('crates', name), born(1));
    expect([standing('crates', 'a', 1), standing('crates', 'b', 1)]).toEqual(['served', 'served']);
  });

  it('are counted over all offers, and one that is not served takes nobody else’s place', () => {
    limit = 2;
    for (const offer of ['boxes', 'crates']) orders.know(offer);
    orders.saw('boxes', key('boxes', 'first'), born(1));
    orders.saw('boxes', key('boxes', 'second'), born(2));
    orders.saw('crates', key('crates', 'third'), born(3));
    orders.saw('crates', key('crates', 'fourth'), born(4));
    expect([standing('boxes', 'second', 2), standing('crates', 'third', 3), standing('crates', 'fourth', 4)]).toEqual(['behind', 'served', 'overLimit']);
  });

  it('wake whoever moves up, in any offer', () => {
    limit = 1;
    for (const offer of ['boxes', 'crates']) orders.know(offer);
    orders.saw('boxes', key('boxes', 'first'), born(1));
    orders.saw('crates', key('crates', 'second'), born(2));
    standing('crates', 'second', 2);
    orders.lost(key('boxes', 'first'), born(1));
    expect(woken).toEqual([key('crates', 'second')]);
  });

  it('wake nobody when one goes that had no turn', () => {
    orders.know('boxes');
    for (const [name, second] of [['a', 1], ['b', 2], ['c', 3]] as const) orders.saw('boxes', key('boxes', name), born(second));
    for (const [name, second] of [['a', 1], ['b', 2], ['c', 3]] as const) standing('boxes', name, second);
    orders.lost(key('boxes', 'b'), born(2));
    expect(woken).toEqual([]);
  });
});
