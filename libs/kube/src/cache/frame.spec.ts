import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { KubeObject } from '../resource/kube-object.js';
import { FrameSplitter } from '../watch/frame-splitter.js';
import { readFrame } from '../watch/read-frame.js';
import { frameOf } from './frame.js';
import type { Frame, KeptFields } from './frame.js';

const select = ({ metadata }: KubeObject): KeptFields => ({ uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' });

const order = (fields: object): KubeObject => ({
  apiVersion: 'example.io/v1', kind: 'Order', metadata: { name: 'main', uid: 'u', resourceVersion: '7', managedFields: [{ manager: 'kubectl' }] }, ...fields,
});

const withoutManagedFields = ({ metadata, ...rest }: KubeObject): unknown => {
  const { managedFields: _dropped, ...kept } = metadata;
  return { ...rest, metadata: kept };
};

describe('a frame', () => {
  it('gives the object back as it came, but for managedFields', () => {
    fc.assert(fc.property(fc.jsonValue(), (spec) => {
      const object = JSON.parse(JSON.stringify(order({ spec }))) as KubeObject;
      expect(frameOf(object, select).parse()).toEqual(withoutManagedFields(object));
    }));
  });

  it('keeps text in every script', () => {
    const spec = { latin: 'Größe', greek: 'μέγεθος', chinese: '大小', emoji: '🐘', mixed: 'ÿĀ', surrogate: '\ud800' };
    expect(frameOf(order({ spec }), select).parse().spec).toEqual(spec);
  });

  it('keeps a field named managedFields that is not the server\'s', () => {
    const spec = { managedFields: ['mine'], metadata: { managedFields: 1 } };
    expect(frameOf(order({ spec }), select).parse().spec).toEqual(spec);
  });

  it('leaves the object that it was made of as it is', () => {
    const object = order({});
    frameOf(object, select);
    expect(object.metadata.managedFields).toHaveLength(1);
  });
});

describe('many frames', () => {
  /** Buffers are freed some time after a collection, hence the turns between. */
  const usedBytes = async (): Promise<number> => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let turn = 0; turn < 5; turn += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  /** Each order arrives in a chunk of its own of 16 KB, as it would among thousands of others. */
  const keep = (count: number, note: string): Frame<KeptFields>[] => {
    const frames: Frame<KeptFields>[] = [];
    for (let index = 0; index < count; index += 1) {
      const line = JSON.stringify({ type: 'ADDED', object: order({ spec: { index, note } }) });
      const chunk = Buffer.from(`${line}\n${'x'.repeat(16_000)}`);
      new FrameSplitter().push(chunk, (text) => {
        const frame = readFrame(text);
        if (frame.type === 'ADDED') frames.push(frameOf(frame.object, select, frame.text));
        return 'goOn';
      });
    }
    return frames;
  };

  it.each([['plain text', 'x'.repeat(1000), 1_700], ['a single character beyond Latin-1', `${'x'.repeat(1000)}🐘`, 1_700]])(
    'cost what their text is long, with %s, and keep nothing of the network alive',
    async (_what, note, limit) => {
      keep(500, note);
      const before = await usedBytes();
      const frames = keep(3000, note);
      const bytesEach = ((await usedBytes()) - before) / frames.length;
      expect(frames).toHaveLength(3000);
      expect(bytesEach).toBeLessThan(limit);
    },
  );
});
