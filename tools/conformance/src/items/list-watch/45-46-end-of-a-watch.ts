import { expect } from '@jest/globals';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, widget, widgetPath } from '../../world/widgets.js';

export const versionTooOld: Item = {
  number: '45',
  section: 'list and watch',
  title: 'a watch from a version that is gone is a 200 with one ERROR of code 410, and then the end',
  servers: 'all',
  check: async (site) => {
    const watch = await site.watch(site.everywhere, `${ALL_WIDGETS}?resourceVersion=1`);
    expect(await watch.end).toBe('ended');
    expect(watch.events).toEqual([{ type: 'ERROR', object: expect.objectContaining({ kind: 'Status', code: 410, reason: 'Expired' }) }]);
  },
};

export const watchWithATimeout: Item = {
  number: '46',
  section: 'list and watch',
  title: 'a watch ends after the seconds that it asked for, without an ERROR',
  servers: 'all',
  check: async (site) => {
    await site.client.post(widgetPath(), widget('item-46'));
    const watch = await site.watch(site.everywhere, `${ALL_WIDGETS}?timeoutSeconds=1`);
    expect(await watch.end).toBe('ended');
    expect(watch.events.map(({ type }) => type)).not.toContain('ERROR');
  },
};
