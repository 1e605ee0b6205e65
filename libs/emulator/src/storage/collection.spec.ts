import { describe, expect, it } from '@jest/globals';
import { seenAs, type Change } from './change.js';
import { Collection } from './collection.js';
import type { KubeObject } from './kube-object.js';
import { Shard } from './shard.js';
import { Storage } from './storage.js';

function thing(name: string, labels: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name, namespace: 'default', labels } };
}

const root = new Shard('root', () => 1, 100);

function collection(shard = root): Collection {
  return new Collection('things', () => shard, () => undefined);
}

function names(objects: Iterable<KubeObject>): string[] {
  return [...objects].map((object) => object.metadata.name);
}

describe('a collection', () => {
  it('lists by cluster, then by namespace and name', () => {
    const things = collection();
    for (const [cluster, name] of [['b', 'one'], ['a', 'two'], ['a', 'one']] as const) things.put(cluster, thing(name));
    expect(names(things.list({ cluster: undefined, namespace: undefined }))).toEqual(['one', 'two', 'one']);
    expect(names(things.list({ cluster: 'b', namespace: undefined }))).toEqual(['one']);
    expect(names(things.list({ cluster: 'a', namespace: 'other' }))).toEqual([]);
  });

  it('gives every write a higher version, and a deletion one of its own', () => {
    const things = collection();
    const first = things.put('a', thing('one'));
    const second = things.put('a', thing('one'));
    const gone = things.remove('a', second);
    const versions = [first, second, gone].map((object) => Number(object.metadata.resourceVersion));
    expect(versions).toEqual([...versions].sort((x, y) => x - y));
    expect(new Set(versions).size).toBe(3);
  });

  it('tells a watcher of one cluster nothing of another', () => {
    const things = collection();
    const told: string[] = [];
    things.watch({ cluster: 'a', shard: root, offer: (change) => told.push(change.object.metadata.name) });
    things.put('a', thing('mine'));
    things.put('b', thing('theirs'));
    expect(told).toEqual(['mine']);
  });

  it('tells a watcher of all clusters everything, until it leaves', () => {
    const things = collection();
    const told: string[] = [];
    const watcher = { cluster: undefined, shard: root, offer: (change: Change) => told.push(change.cluster) };
    things.watch(watcher);
    things.put('a', thing('one'));
    things.put('b', thing('one'));
    things.unwatch(watcher);
    things.put('c', thing('one'));
    expect(told).toEqual(['a', 'b']);
  });
});

describe('the history of a collection', () => {
  it('knows what came after a version', () => {
    const things = collection();
    const first = things.put('a', thing('one'));
    things.put('a', thing('two'));
    expect(things.history(root).since(Number(first.metadata.resourceVersion))?.map((change) => change.object.metadata.name)).toEqual(['two']);
  });

  it('says so when it has forgotten some of it', () => {
    const small = new Shard('small', () => 1, 2);
    const things = collection(small);
    const first = things.put('a', thing('one'));
    for (let i = 0; i < 10; i += 1) things.put('a', thing(`more-${i}`));
    expect(things.history(small).since(Number(first.metadata.resourceVersion))).toBeUndefined();
    expect(things.history(small).since(things.history(small).compactedAt)?.length).toBeGreaterThan(0);
  });

  it('forgets every version that was given out, when the shard restarts', () => {
    const storage = new Storage(root);
    const stored = storage.collection('things').put('a', thing('one'));
    storage.forgetHistory();
    expect(storage.collection('things').history(root).since(Number(stored.metadata.resourceVersion))).toBeUndefined();
  });
});

describe('a selector over time', () => {
  const red = (object: KubeObject): boolean => object.metadata.labels?.color === 'red';

  function changes(...labels: (string | undefined)[]): (string | undefined)[] {
    const things = collection();
    const seen: (string | undefined)[] = [];
    things.watch({ cluster: undefined, shard: root, offer: (change) => seen.push(seenAs(change, red)) });
    let last: KubeObject | undefined;
    for (const color of labels) {
      if (color !== undefined) last = things.put('a', thing('one', { color }));
      else if (last !== undefined) things.remove('a', last);
    }
    return seen;
  }

  it('turns an object that enters it into ADDED, and one that leaves it into DELETED', () => {
    expect(changes('blue', 'red', 'red', 'blue', 'green')).toEqual([undefined, 'ADDED', 'MODIFIED', 'DELETED', undefined]);
  });

  it('does not tell the deletion of what it never showed', () => {
    expect(changes('blue', undefined)).toEqual([undefined, undefined]);
  });
});

describe('two shards', () => {
  function twoShards(): { storage: Storage; beta: Shard } {
    const beta = new Shard('beta', () => 1000, 100);
    const storage = new Storage(root, [beta]);
    storage.place('there', beta);
    return { storage, beta };
  }

  it('number their writes apart', () => {
    const { storage, beta } = twoShards();
    const before = beta.versions.current;
    storage.collection('things').put('here', thing('one'));
    expect(beta.versions.current).toBe(before);
  });

  it('show and tell only what stands on them', () => {
    const { storage, beta } = twoShards();
    const things = storage.collection('things');
    const told: string[] = [];
    things.watch({ cluster: undefined, shard: beta, offer: (change) => told.push(change.cluster) });
    for (const cluster of ['here', 'there']) things.put(cluster, thing('one'));
    expect(told).toEqual(['there']);
    expect([...things.list({ shard: beta, cluster: undefined, namespace: undefined })]).toHaveLength(1);
  });
});
