import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KubeObject, ObjectMeta } from '../resource/kube-object.js';
import { FrameCache } from './frame-cache.js';
import type { KeptFields } from './frame.js';

const FINALIZER = 'example.io/finalizer';

/** An order of a workspace at a version; the version's number says nothing, as on any server. */
function order(version: string, changes: Partial<ObjectMeta> & { readonly status?: unknown } = {}): KubeObject {
  const { status, ...metadata } = changes;
  return {
    apiVersion: 'example.io/v1', kind: 'Order',
    metadata: { name: 'main', namespace: 'default', uid: 'uid-1', resourceVersion: version, generation: 1, annotations: { 'kcp.io/cluster': 'red' }, ...metadata },
    ...(status === undefined ? {} : { status }),
  };
}

const KEY = 'red/default/main';
const keyOf = ({ metadata }: KubeObject): string => `${metadata.annotations?.['kcp.io/cluster']}/${metadata.namespace}/${metadata.name}`;
const select = ({ metadata }: KubeObject): KeptFields => ({
  uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '', generation: metadata.generation,
});

let told: string[];
let cache: FrameCache<KeptFields>;
const shown = (): string | undefined => cache.get(KEY)?.fields.resourceVersion;

beforeEach(() => {
  told = [];
  cache = new FrameCache({ keyOf, select, onChange: (change) => told.push(`${change.kind} ${change.key}`) });
});

describe('what the stream tells', () => {
  it('is shown, and told once', () => {
    cache.put(order('v1'));
    expect([shown(), told]).toEqual(['v1', [`added ${KEY}`]]);
  });

  it('twice is told once', () => {
    cache.put(order('v1'));
    cache.put(order('v1'));
    expect(told).toHaveLength(1);
  });

  it('of two workspaces with the same names are two orders, and deleting one leaves the other', () => {
    cache.put(order('v1'));
    cache.put(order('v2', { uid: 'uid-2', annotations: { 'kcp.io/cluster': 'blue' } }));
    cache.remove(order('v3'));
    expect([...cache.keys()]).toEqual(['blue/default/main']);
  });

  it('as deleted is deleted once, however often it is said', () => {
    cache.put(order('v1'));
    cache.remove(order('v2'));
    cache.remove(order('v2'));
    expect([told.slice(1), shown()]).toEqual([[`deleted ${KEY}`], undefined]);
  });

  it('as deleted of an object that was there before does not delete its successor', () => {
    cache.put(order('v2', { uid: 'uid-2' }));
    cache.remove(order('v1'));
    expect(shown()).toBe('v2');
  });

  it('does not concern the cache when the object has no key here', () => {
    const other = new FrameCache({ keyOf: () => undefined, select, onChange: (change) => told.push(change.kind) });
    other.put(order('v1'));
    other.remove(order('v1'));
    expect([other.size, told]).toEqual([0, []]);
  });
});

describe('a fill after an outage', () => {
  const fillWith = (...objects: readonly KubeObject[]): unknown => {
    const fill = cache.beginFill();
    for (const object of objects) fill.put(object);
    return fill.finish();
  };
  const named = (name: string, version: string): KubeObject => order(version, { name, uid: `uid-${name}` });
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) cache.put(named(name, `${name}1`));
    told.length = 0;
  });

  it('tells of nobody whose version is the same', () => {
    fillWith(named('a', 'a1'), named('b', 'b1'), named('c', 'c1'));
    expect(told).toEqual([]);
  });

  // Reported as kubernetes-client/javascript#795
  it('tells what was changed, what is new and what is gone', () => {
    const summary = fillWith(named('a', 'a2'), named('c', 'c1'), named('d', 'd1'));
    expect(told).toEqual(['changed red/default/a', 'added red/default/d', 'deleted red/default/b']);
    expect(summary).toEqual({ added: 1, changed: 1, vanished: 1 });
  });

  it('tells of an order that was deleted and made anew as both', () => {
    fillWith(named('b', 'b1'), named('c', 'c1'), order('a9', { name: 'a', uid: 'another' }));
    expect(told).toEqual(['deleted red/default/a', 'added red/default/a']);
  });

  it('that breaks off deletes nothing', () => {
    cache.beginFill().put(named('a', 'a1'));
    fillWith(named('a', 'a1'), named('b', 'b1'), named('c', 'c1'));
    expect(told).toEqual([]);
  });
});

describe('an own write', () => {
  const before = order('v1');
  beforeEach(() => {
    cache.put(before);
    told.length = 0;
  });
  const writeStatus = (version: string, changes: Partial<ObjectMeta> = {}): void => {
    cache.beginWrite(KEY, before).answered(order(version, { ...changes, status: { phase: 'Ready' } }));
  };

  it('is seen at once, before the stream tells of it', () => {
    writeStatus('v2');
    expect(cache.get(KEY)?.parse().status).toEqual({ phase: 'Ready' });
  });

  it('wakes nobody, neither by its answer nor by its echo', () => {
    writeStatus('v2');
    cache.put(order('v2', { status: { phase: 'Ready' } }));
    expect([told, shown()]).toEqual([[], 'v2']);
  });

  it('is followed by what the stream tells after its echo', () => {
    writeStatus('v2');
    cache.put(order('v2'));
    cache.put(order('v3', { labels: { team: 'x' } }));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('wakes nobody when its echo is quicker than its answer', () => {
    const write = cache.beginWrite(KEY, before);
    cache.put(order('v2'));
    write.answered(order('v2'));
    cache.put(order('v3'));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('whose echo and a later change came before its answer shows the later one, and tells of it', () => {
    const write = cache.beginWrite(KEY, before);
    cache.put(order('v2'));
    cache.put(order('v3'));
    write.answered(order('v2'));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('that changed nothing hides nothing', () => {
    cache.beginWrite(KEY, before).answered(order('v1'));
    cache.put(order('v2'));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v2']);
  });

  it('that failed hides nothing, and tells what came meanwhile', () => {
    const write = cache.beginWrite(KEY, before);
    cache.put(order('v2'));
    expect(told).toEqual([]);
    write.failed();
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v2']);
  });

  it('hides an older frame of the stream', () => {
    writeStatus('v3');
    cache.put(order('v2', { status: { phase: 'Progressing' } }));
    expect([told, shown()]).toEqual([[], 'v3']);
  });

  it.each([
    ['generation', { generation: 2 }], ['deletion', { deletionTimestamp: '2030-01-01T00:00:00Z' }], ['finalizers', { finalizers: ['other.io/x'] }],
    ['labels', { labels: { team: 'x' } }], ['annotations', { annotations: { 'kcp.io/cluster': 'red', 'openmcp.cloud/operation': 'reconcile' } }],
  ])('wakes the order again when its answer has another %s than was read', (_what, foreign) => {
    writeStatus('v2', foreign);
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v2']);
  });

  it('wakes the order again when a frame that it hides tells of somebody else', () => {
    writeStatus('v3');
    cache.put(order('v2', { annotations: { 'kcp.io/cluster': 'red', note: 'set and removed' } }));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('of a kind without generation, such as a Secret, wakes again when it hides somebody else\'s change', () => {
    const secret = (version: string): KubeObject => order(version, { generation: undefined });
    cache.put(secret('v2'));
    told.length = 0;
    cache.beginWrite(KEY, secret('v2')).answered(secret('v4'));
    expect(told).toEqual([]);
    cache.put(secret('v3'));
    expect(told).toEqual([`changed ${KEY}`]);
  });

  it('wakes the order again when somebody else wrote while it was under way, before it', () => {
    const write = cache.beginWrite(KEY, before);
    cache.put(order('v2', { labels: { team: 'x' } }));
    write.answered(order('v3', { labels: { team: 'x' } }));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('of a finalizer is not taken for somebody else\'s', () => {
    const after = { finalizers: [FINALIZER] };
    cache.beginWrite(KEY, before, { finalizers: [FINALIZER] }).answered(order('v2', after));
    cache.put(order('v2', after));
    expect(told).toEqual([]);
  });

  it('of a finalizer wakes the order when another finalizer came with it', () => {
    cache.beginWrite(KEY, before, { finalizers: [FINALIZER] }).answered(order('v2', { finalizers: ['other.io/x', FINALIZER] }));
    expect(told).toEqual([`changed ${KEY}`]);
  });

  it('that removes an annotation is not taken for somebody else\'s', () => {
    const operation = order('v2', { annotations: { 'kcp.io/cluster': 'red', 'openmcp.cloud/operation': 'reconcile' } });
    cache.put(operation);
    told.length = 0;
    cache.beginWrite(KEY, operation, { annotations: { 'openmcp.cloud/operation': null } }).answered(order('v3'));
    expect(told).toEqual([]);
  });

  it('after another in the same pass is shown, and the echo of the first wakes nobody', () => {
    const first = order('v2', { finalizers: [FINALIZER] });
    cache.beginWrite(KEY, before, { finalizers: [FINALIZER] }).answered(first);
    cache.beginWrite(KEY, first).answered(order('v3', { finalizers: [FINALIZER], status: {} }));
    cache.put(first);
    expect([told, shown()]).toEqual([[], 'v3']);
    cache.put(order('v3', { finalizers: [FINALIZER], status: {} }));
    expect([told, shown()]).toEqual([[], 'v3']);
  });

  it('does not bring back an order that was deleted meanwhile', () => {
    const write = cache.beginWrite(KEY, before);
    cache.remove(order('v2'));
    write.answered(order('v2'));
    expect([told, shown(), cache.size]).toEqual([[`deleted ${KEY}`], undefined, 0]);
  });

  it('does not hide an order that left the selector by it and came back before the answer', () => {
    const write = cache.beginWrite(KEY, before);
    cache.remove(order('v2'));
    cache.put(order('v3'));
    write.answered(order('v2'));
    expect(shown()).toBe('v3');
  });

  it('ends with the order', () => {
    writeStatus('v2');
    cache.remove(order('v3'));
    expect(shown()).toBeUndefined();
  });

  it('does not hide another order of the same name', () => {
    writeStatus('v2');
    cache.put(order('v9', { uid: 'another' }));
    expect([told, shown()]).toEqual([[`deleted ${KEY}`, `added ${KEY}`], 'v9']);
  });

  it('does not hide a newer generation', () => {
    writeStatus('v2');
    cache.put(order('v3', { generation: 2 }));
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('that was answered before a fill is in what the fill tells', () => {
    writeStatus('v2');
    const fill = cache.beginFill();
    fill.put(order('v3', { labels: { team: 'x' } }));
    fill.finish();
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });

  it('that was answered while a fill comes in lies over it', () => {
    const fill = cache.beginFill();
    writeStatus('v2');
    fill.put(before);
    fill.finish();
    expect([told, shown()]).toEqual([[], 'v2']);
  });

  it('does not lie there for ever when a fill has overtaken it: two bookmarks later it is lifted, and told', () => {
    const fill = cache.beginFill();
    writeStatus('v2');
    fill.put(order('v3', { status: { phase: 'Failed' } }));
    fill.finish();
    cache.bookmark();
    expect([told, shown()]).toEqual([[], 'v2']);
    cache.bookmark();
    expect([told, shown()]).toEqual([[`changed ${KEY}`], 'v3']);
  });
});

describe('an object that we create', () => {
  const create = (): void => {
    cache.beginWrite(KEY, undefined).answered(order('v1'));
  };

  it('is seen at once, and its echo wakes nobody', () => {
    create();
    expect(shown()).toBe('v1');
    cache.put(order('v1'));
    expect([told, shown()]).toEqual([[], 'v1']);
  });

  it('and change before the stream has told of it is seen as changed at once, and neither echo wakes anybody', () => {
    create();
    cache.beginWrite(KEY, order('v1')).answered(order('v2'));
    expect(shown()).toBe('v2');
    cache.put(order('v1'));
    cache.put(order('v2'));
    expect([told, shown()]).toEqual([[], 'v2']);
  });

  it('is not there any more when it was deleted before a fill', () => {
    create();
    cache.beginFill().finish();
    expect([told, shown()]).toEqual([[`deleted ${KEY}`], undefined]);
  });

  it('stays when the fill had begun before', () => {
    const fill = cache.beginFill();
    create();
    fill.finish();
    expect(shown()).toBe('v1');
  });
});
