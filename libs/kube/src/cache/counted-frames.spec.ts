import { beforeEach, describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../resource/kube-object.js';
import { FrameCache } from './frame-cache.js';
import type { KeptFields } from './frame.js';

interface Counted extends KeptFields {
  readonly phase: string;
}

function order(name: string, version: string, phase: string, uid = name): KubeObject {
  return { apiVersion: 'v1', kind: 'Order', metadata: { name, uid, resourceVersion: version, generation: 1 }, status: { phase } };
}

let cache: FrameCache<Counted>;
const counts = (): object => Object.fromEntries(cache.counts);
/** The same by a walk over all that is shown. */
const walked = (names: readonly string[]): object => {
  const phases = names.flatMap((name) => cache.get(name)?.fields.phase ?? []);
  return Object.fromEntries([...new Set(phases)].map((phase) => [phase, phases.filter((each) => each === phase).length]));
};

beforeEach(() => {
  cache = new FrameCache<Counted>({
    keyOf: ({ metadata }) => metadata.name,
    select: ({ metadata, status }) => ({ uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '', generation: metadata.generation, phase: (status as { phase: string }).phase }),
    onChange: () => undefined,
    countBy: ({ phase }) => phase,
  });
});

describe('objects that are counted by a word', () => {
  it('are counted when they come, change and go', () => {
    cache.put(order('a', '1', 'Progressing'));
    cache.put(order('b', '2', 'Progressing'));
    cache.put(order('a', '3', 'Ready'));
    expect(counts()).toEqual({ Progressing: 1, Ready: 1 });
    cache.remove(order('b', '4', 'Progressing'));
    expect(counts()).toEqual({ Ready: 1 });
  });

  it('are counted as our own answer shows them, and once when the stream brings the same', () => {
    cache.put(order('a', '1', 'Progressing'));
    const write = cache.beginWrite('a', order('a', '1', 'Progressing'));
    write.answered(order('a', '2', 'Ready'));
    expect(counts()).toEqual({ Ready: 1 });
    cache.put(order('a', '2', 'Ready'));
    expect(counts()).toEqual({ Ready: 1 });
  });

  it('are counted as the stream shows them when our answer was never told', () => {
    cache.put(order('a', '1', 'Progressing'));
    cache.beginWrite('a', order('a', '1', 'Progressing')).answered(order('a', '2', 'Ready'));
    cache.bookmark();
    cache.bookmark();
    expect(counts()).toEqual({ Progressing: 1 });
  });

  it('are forgotten when a fill does not hold them any more, and counted once when another one bears the name', () => {
    cache.put(order('a', '1', 'Ready'));
    cache.put(order('b', '2', 'Ready'));
    const fill = cache.beginFill();
    fill.put(order('b', '3', 'Progressing', 'another'));
    fill.finish();
    expect(counts()).toEqual({ Progressing: 1 });
  });

  it('come to the same as a walk over all of them, whatever happened in whatever order', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    let seed = 7;
    const below = (end: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % end;
    for (let version = 1; version < 600; version += 1) {
      const name = names[below(names.length)] ?? '';
      const uid = `${name}-${below(2)}`;
      const object = order(name, String(version), ['Ready', 'Progressing', 'Terminating'][below(3)] ?? '', uid);
      switch (below(5)) {
        case 0:
          cache.remove(object);
          break;
        case 1:
          cache.bookmark();
          break;
        case 2:
          cache.beginWrite(name, cache.get(name)?.parse()).answered(object);
          break;
        default:
          cache.put(object);
      }
      expect([version, counts()]).toEqual([version, walked(names)]);
    }
  });
});
