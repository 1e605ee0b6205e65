import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawEvent } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { causeFields, expectRefusal } from '../../world/expectations.js';
import { ALL_WIDGETS, GROUP, widget, widgetPath } from '../../world/widgets.js';

function isEndOfInitialEvents({ type, object }: RawEvent): boolean {
  return type === 'BOOKMARK' && dig(object, 'metadata', 'annotations', 'k8s.io/initial-events-end') === 'true';
}

export const initialEvents: Item = {
  number: '44',
  section: 'list and watch',
  title: 'a watch without a version begins with all there is, and marks the end of that where it is asked to',
  servers: 'all',
  check: async (site) => {
    await site.client.post(widgetPath(), widget('item-44'));
    const all = `${ALL_WIDGETS}?`;

    const plain = await site.watch(site.everywhere, all);
    expect((await plain.next(() => true)).type).toBe('ADDED');

    for (const query of ['resourceVersion=0&allowWatchBookmarks=true', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true']) {
      const watch = await site.watch(site.everywhere, all + query);
      const end = await watch.next(isEndOfInitialEvents, { what: `the end of the initial events with ${query}` });
      expect(end.object).toEqual({
        apiVersion: `${GROUP}/v1`,
        kind: 'Widget',
        metadata: { resourceVersion: expect.stringMatching(/^\d+$/), annotations: { 'k8s.io/initial-events-end': 'true' } },
      });
      expect(watch.events.slice(0, -1).map(({ type }) => type)).toContain('ADDED');
    }

    const refused = await site.everywhere.get(`${all}watch=true&sendInitialEvents=true`);
    expectRefusal(refused, 422, 'Invalid');
    expect(causeFields(refused)).toEqual(['resourceVersionMatch']);
  },
};
