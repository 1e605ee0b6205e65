import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutManagedFields } from './object-text.js';

const cut = (object: unknown): unknown => {
  const text = withoutManagedFields(JSON.stringify(object));
  return text === undefined ? 'left alone' : JSON.parse(text);
};

describe('the text of an object', () => {
  it('loses the managedFields of its metadata and nothing else, wherever they stand', () => {
    const members = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key });
    fc.assert(
      fc.property(members, members, members, fc.jsonValue(), (before, after, around, managedFields) => {
        const others = (entries: [string, unknown][]): [string, unknown][] => entries.filter(([key]) => key !== 'managedFields' && key !== 'metadata');
        const metadata = Object.fromEntries([...others(before), ['managedFields', managedFields], ...others(after)]);
        const object = { ...Object.fromEntries(others(around)), metadata, spec: { metadata } };
        const { managedFields: _cut, ...kept } = JSON.parse(JSON.stringify(metadata));
        expect(cut(object)).toEqual({ ...JSON.parse(JSON.stringify(object)), metadata: kept });
      }),
    );
  });

  it('stays as it is where it has none', () => {
    const object = { metadata: { name: 'a' }, spec: { managedFields: ['mine'], metadata: { managedFields: 1 } } };
    expect(cut(object)).toEqual(object);
  });

  it.each([
    ['its keys end in a quote that is escaped', { '"metadata': { managedFields: 1 }, 'metadata\\\\': { managedFields: 2 }, metadata: { 'x"managedFields': 3, managedFields: 4 } },
      { '"metadata': { managedFields: 1 }, 'metadata\\\\': { managedFields: 2 }, metadata: { 'x"managedFields': 3 } }],
    ['its strings hold brackets', { kind: '{[,"', metadata: { labels: { a: ']}' }, managedFields: ['}]"'], name: 'a' } }, { kind: '{[,"', metadata: { labels: { a: ']}' }, name: 'a' } }],
    ['they are all of its metadata', { metadata: { managedFields: [] }, spec: 1 }, { metadata: {}, spec: 1 }],
    ['they come first', { metadata: { managedFields: [], name: 'a' } }, { metadata: { name: 'a' } }],
    ['they come last', { metadata: { name: 'a', managedFields: [] } }, { metadata: { name: 'a' } }],
  ])('loses them when %s', (_what, object, lean) => {
    expect(cut(object)).toEqual(lean);
  });

  it.each(['', '{', '[]', '{"metadata"', '{"metadata":', '{"metadata":null}', '{"spec":{}}', '{ "metadata": {} }', '{"spec":"'])('is left alone when it is %j', (text) => {
    expect(withoutManagedFields(text)).toBeUndefined();
  });
});
