import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';

export const leavingASelector: Item = {
  number: '47',
  section: 'list and watch',
  title: "an object that leaves a watch's label selector is DELETED there, with its old state and its new version",
  servers: 'all',
  check: async (site) => {
    await site.client.post(widgetPath(), widget('item-47', { metadata: { labels: { item: '47' } } }));
    const watch = await site.watch(site.everywhere, `${ALL_WIDGETS}?labelSelector=item%3D47`);
    await watch.next(({ type }) => type === 'ADDED');
    const changed = await site.client.merge(widgetPath('item-47'), { metadata: { labels: { item: 'other' } } });
    const { object } = await watch.next(({ type }) => type === 'DELETED');
    expect(object).toMatchObject({ metadata: { labels: { item: '47' }, resourceVersion: dig(changed.body, 'metadata', 'resourceVersion') } });
  },
};
