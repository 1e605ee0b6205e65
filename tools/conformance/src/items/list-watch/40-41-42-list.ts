import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { ALL_WIDGETS, GROUP, widget, widgetPath } from '../../world/widgets.js';
import { pair } from '../../world/world.js';
import type { Scene } from '../../world/world.js';

/** Widgets that only this item sees, by a label: two names in both consumers. */
async function fill(scene: Scene, item: string): Promise<string> {
  for (const consumer of pair(scene)) {
    for (const name of ['b', 'a']) {
      const created = await consumer.client.post(widgetPath(), widget(`${item}-${name}`, { metadata: { labels: { item } } }));
      expect(created.status).toBe(201);
    }
  }
  return `/*${ALL_WIDGETS}?labelSelector=item%3D${item}`;
}

function places(items: unknown): string[] {
  return (items as RawBody[]).map((item) => [dig(item, 'metadata', 'annotations', 'kcp.io/cluster'), dig(item, 'metadata', 'name')].join('/'));
}

function expectedPlaces(scene: Scene, item: string): string[] {
  return pair(scene).flatMap(({ cluster }) => [`${cluster}/${item}-a`, `${cluster}/${item}-b`]).sort();
}

export const wildcardList: Item = {
  number: '40',
  section: 'list and watch',
  title: 'a wildcard list has the objects of all consumers, sorted by cluster, namespace and name, each with its cluster',
  check: async (world) => {
    const scene = await world.standing();
    const list = await scene.virtual.get(await fill(scene, 'item-40'));
    expect(list.body).toMatchObject({ kind: 'WidgetList', apiVersion: `${GROUP}/v1`, metadata: { resourceVersion: expect.stringMatching(/^\d+$/) } });
    expect(places(list.body['items'])).toEqual(expectedPlaces(scene, 'item-40'));
  },
};

export const pagedList: Item = {
  number: '41',
  section: 'list and watch',
  title: 'a list in pages of one goes over all consumers, without a loss and without a double',
  check: async (world) => {
    const scene = await world.standing();
    const path = await fill(scene, 'item-41');
    const seen: string[] = [];
    let token = '';
    do {
      const page = await scene.virtual.get(`${path}&limit=1${token === '' ? '' : `&continue=${encodeURIComponent(token)}`}`);
      expect(page.status).toBe(200);
      seen.push(...places(page.body['items']));
      token = String(dig(page.body, 'metadata', 'continue') ?? '');
    } while (token !== '');
    expect(seen).toEqual(expectedPlaces(scene, 'item-41'));
  },
};

export const filteredList: Item = {
  number: '42',
  section: 'list and watch',
  title: 'labels and the name filter a wildcard list; other fields and a namespace are refused',
  check: async (world) => {
    const scene = await world.standing();
    const path = await fill(scene, 'item-42');
    expect(places((await scene.virtual.get(path)).body['items'])).toEqual(expectedPlaces(scene, 'item-42'));
    const byName = await scene.virtual.get(`/*${ALL_WIDGETS}?fieldSelector=metadata.name%3Ditem-42-a`);
    expect(places(byName.body['items'])).toEqual(expectedPlaces(scene, 'item-42').filter((place) => place.endsWith('-a')));
    expect((await scene.virtual.get(`/*${ALL_WIDGETS}?fieldSelector=spec.color%3Dred`)).status).toBe(400);
    expect((await scene.virtual.get(`/*${widgetPath()}`)).status).toBe(400);
  },
};
