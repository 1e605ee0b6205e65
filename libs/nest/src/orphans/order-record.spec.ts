import { beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigMaps } from '../fixture/config-maps.fixture.js';
import type { OrderLog } from '../offer/order.js';
import type { NotedOrder } from './noted-order.js';
import { OrderRecord } from './order-record.js';

const signal = new AbortController().signal;
const ignore = (): void => undefined;
const log: OrderLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const order = (uid: string, seenAt = 'here', generation = 1, spec: unknown = { size: 1 }): NotedOrder => ({ uid, offer: 'boxes.example.org', cluster: 'red', namespace: 'default', name: `order-${uid}`, seenAt, generation, spec });
const many = (count: number): NotedOrder[] => Array.from({ length: count }, (_, index) => order(`uid-${index}`));

let platform: ConfigMaps;
const opened = async (): Promise<OrderRecord> => {
  const record = new OrderRecord({ api: platform, namespace: 'team', providerName: 'boxes', log });
  await record.load(signal);
  platform.requests.length = 0;
  return record;
};

beforeEach(() => {
  platform = new ConfigMaps();
});

describe('the record of orders', () => {
  it('is there after a restart, as it was noted', async () => {
    await (await opened()).note(order('a'));
    const next = await opened();
    expect([...next.uids()]).toEqual(['a']);
    await expect(next.entries(signal)).resolves.toEqual([order('a')]);
  });

  it('costs nothing for an order that is noted already', async () => {
    await (await opened()).note(order('a'));
    const next = await opened();
    expect(next.note(order('a'))).toBeUndefined();
    expect(platform.requests).toEqual([]);
  });

  it('is written again for an order that is seen elsewhere', async () => {
    const record = await opened();
    await record.note(order('a', 'here'));
    await record.note(order('a', 'there'));
    await expect(record.entries(signal)).resolves.toEqual([order('a', 'there')]);
  });

  it('says what was ordered last, and is written again when that changes', async () => {
    const record = await opened();
    await record.note(order('a'));
    await record.note(order('a', 'here', 2, { size: 2 }));
    const next = await opened();
    expect(next.note(order('a', 'here', 2, { size: 2 }))).toBeUndefined();
    await expect(next.entries(signal)).resolves.toEqual([order('a', 'here', 2, { size: 2 })]);
  });

  it('keeps an order whose spec is too long to keep, and one that an earlier version has noted', async () => {
    const record = await opened();
    await record.note(order('long', 'here', 1, { text: 'x'.repeat(600) }));
    await record.note(order('old'));
    for (const { data } of platform.objects.values()) Object.assign(Object(data), { old: JSON.stringify(['boxes.example.org', 'red', 'default', 'order-old', 'here']) });
    const next = await opened();
    await expect(next.entries(signal)).resolves.toEqual([order('long', 'here', 1, undefined), order('old', 'here', 0, undefined)].map((each) => ({ ...each, spec: undefined })));
    expect(next.note(order('old'))).toBeDefined();
  });

  it('lets the server keep no list of who wrote which entry', async () => {
    const record = await opened();
    await record.note(order('a'));
    await record.note(order('b'));
    expect([...platform.objects.values()].map(({ metadata }) => metadata.managedFields)).toEqual([[{}]]);
  });

  it('forgets what is dropped', async () => {
    const record = await opened();
    await Promise.all([record.note(order('a')), record.note(order('b'))]);
    await record.drop('a');
    expect([...(await opened()).uids()]).toEqual(['b']);
  });

  it('takes a swarm of orders in two writes: the first one, and all that came meanwhile', async () => {
    const record = await opened();
    await record.note(order('first'));
    platform.requests.length = 0;
    let open = ignore;
    platform.gate = new Promise((resolve) => (open = resolve));
    const alone = record.note(order('alone'));
    await new Promise(setImmediate);
    const swarm = many(50).map((each) => record.note(each));
    open();
    await Promise.all([alone, ...swarm]);
    expect(platform.requests).toEqual(['PATCH', 'PATCH']);
  });

  it('takes a swarm in two writes as well when thousands of orders are noted', async () => {
    const record = await opened();
    await Promise.all(many(3_000).map((each) => record.note(each)));
    platform.requests.length = 0;
    await Promise.all([order('alone'), ...many(50).map((each) => ({ ...each, uid: `later ${each.uid}` }))].map((each) => record.note(each)));
    expect(platform.requests).toEqual(['PATCH']);
  });

  it('spreads ten thousand orders so that no ConfigMap is near its limit of a megabyte', async () => {
    const record = await opened();
    const orders = many(10_000);
    for (let from = 0; from < orders.length; from += 100) await Promise.all(orders.slice(from, from + 100).map((each) => record.note(each)));
    expect(record.size).toBe(10_000);
    expect(Math.max(...[...platform.objects.values()].map((object) => JSON.stringify(object).length))).toBeLessThan(200_000);
  });

  it('spreads orders that come all at once as well', async () => {
    const record = await opened();
    await Promise.all(many(5_000).map((each) => record.note(each)));
    expect(Math.max(...platform.entries())).toBeLessThan(200);
    expect((await opened()).size).toBe(5_000);
  });

  it('notes nothing while the platform is away, and says so without naming it', async () => {
    const record = await opened();
    platform.isAway = true;
    await expect(record.note(order('a'))).rejects.toThrow('The provider can not note orders at the moment');
    platform.isAway = false;
    await record.note(order('a'));
    expect(platform.entries()).toEqual([1]);
  });

  it('reads over an entry that somebody has edited', async () => {
    await (await opened()).note(order('a'));
    const [configMap] = [...platform.objects.values()];
    Object.assign(configMap?.['data'] as object, { b: 'not JSON', c: '["too","short"]' });
    expect([...(await opened()).uids()]).toEqual(['a']);
  });
});
