import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrameUnreadable, readFrame } from './read-frame.js';
import type { ObjectFrame } from './read-frame.js';

/** JSON text of a value as some server might write it: keys in any order, any character escaped, blanks between. */
function anyText(value: unknown, random: () => number): string {
  const blank = (): string => (random() < 0.2 ? ' ' : '');
  if (Array.isArray(value)) return `[${value.map((item) => blank() + anyText(item, random)).join(',')}${blank()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(() => random() - 0.5);
    return `{${entries.map(([key, item]) => `${blank()}${anyText(key, random)}${blank()}:${blank()}${anyText(item, random)}`).join(',')}${blank()}}`;
  }
  if (typeof value === 'string') return JSON.stringify(value).replace(/[a-zA-Z](?=[^\\]*"$)/g, (letter) => (random() < 0.1 && !value.includes('\\') && !/["\n\t\r\b\f]/.test(value) && !/[\ud800-\udfff\u0000-\u001f]/.test(value) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter));
  return JSON.stringify(value);
}

const anyTree = fc.jsonValue({ maxDepth: 4 });
const anyObject = fc.record({
  apiVersion: fc.constant('example.io/v1'),
  kind: fc.constant('Order'),
  metadata: fc.record({
    name: fc.string({ minLength: 1 }), resourceVersion: fc.string({ minLength: 1 }), labels: fc.dictionary(fc.string(), fc.string()), managedFields: fc.array(anyTree),
  }),
  spec: fc.record({ metadata: anyTree, resourceVersion: fc.string(), type: fc.string(), object: anyTree, any: anyTree }),
});

/** The object without what nobody here reads. */
function leanOf({ metadata, ...rest }: { metadata: object }): unknown {
  const { managedFields: _unread, ...kept } = metadata as { managedFields?: unknown };
  return { ...rest, metadata: kept };
}

describe('a frame of a watch', () => {
  it('is read as JSON.parse would, however the server writes it', () => {
    fc.assert(
      fc.property(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), anyObject, fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (type, object, numbers) => {
        const text = anyText({ type, object }, () => numbers.next().value ?? 0);
        expect(readFrame(text)).toMatchObject({ type, version: object.metadata.resourceVersion });
        expect((readFrame(text) as ObjectFrame).object).toEqual(leanOf(JSON.parse(text).object));
      }),
    );
  });

  it('has the text of its object when the server writes it as API servers do', () => {
    fc.assert(
      fc.property(fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'), anyObject, (type, object) => {
        const { text = '' } = readFrame(JSON.stringify({ type, object })) as ObjectFrame;
        expect(JSON.parse(text)).toEqual(leanOf(JSON.parse(JSON.stringify(object))));
      }),
    );
  });

  it('may say more than Kubernetes does, and end in a carriage return', () => {
    const line = '{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"1"}},"more":{}}\r';
    expect(readFrame(line)).toEqual({ type: 'ADDED', object: { metadata: { name: 'a', resourceVersion: '1' } }, version: '1' });
  });

  it('that is a bookmark tells the version up to which all was told', () => {
    const text = '{"type":"BOOKMARK","object":{"kind":"Order","apiVersion":"example.io/v1","metadata":{"resourceVersion":"12"}}}';
    expect(readFrame(text)).toEqual({ type: 'BOOKMARK', version: '12', endsInitialEvents: false });
  });

  it('that is the bookmark after the initial events says so', () => {
    const text = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"12","annotations":{"k8s.io/initial-events-end":"true"}}}}';
    expect(readFrame(text)).toMatchObject({ endsInitialEvents: true });
  });

  it('that is an error needs no name', () => {
    const status = { kind: 'Status', code: 410, reason: 'Expired', metadata: {} };
    expect(readFrame(JSON.stringify({ type: 'ERROR', object: status }))).toEqual({ type: 'ERROR', status });
  });

  it.each([
    ['a page of a proxy', '<html>'], ['nothing', 'null'], ['a number', '7'], ['an unknown type', '{"type":"NEWS","object":{}}'],
    ['an object without a name', '{"type":"ADDED","object":{"metadata":{"resourceVersion":"1"}}}'],
    ['an object without a version', '{"type":"ADDED","object":{"metadata":{"name":"a"}}}'], ['an event without an object', '{"type":"ADDED"}'],
  ])('that is %s is refused', (_what, text) => {
    expect(() => readFrame(text)).toThrow(FrameUnreadable);
  });

  it('that is refused is not told, since it may hold a secret', () => {
    expect(() => readFrame('password=hunter2')).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});
