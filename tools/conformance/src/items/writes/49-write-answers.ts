import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { RawAnswer, RawBody } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectRefusal } from '../../world/expectations.js';
import { widget, widgetPath } from '../../world/widgets.js';

export const writeAnswers: Item = {
  number: '49',
  section: 'writes',
  title: 'each write, through the virtual workspace too, is answered as Kubernetes answers it',
  servers: 'all',
  check: async ({ orders: client }) => {
    const order = widgetPath('item-49');

    const created = await client.post(widgetPath(), widget('item-49'));
    expect(created.status).toBe(201);
    expectRefusal(await client.post(widgetPath(), widget('item-49')), 409, 'AlreadyExists');
    expectRefusal(await client.post(widgetPath(undefined, 'nosuch'), widget('item-49')), 404, 'NotFound');

    const changed = await client.put(order, { ...created.body, spec: { ...(created.body['spec'] as RawBody), color: 'blue' } });
    expect([changed.status, dig(changed.body, 'spec', 'color')]).toEqual([200, 'blue']);
    expectRefusal(await client.put(order, created.body), 409, 'Conflict');
    expectRefusal(await client.put(order, widget('item-49')), 422, 'Invalid');
    expectRefusal(await client.put(widgetPath('nosuch'), { ...created.body, metadata: { name: 'nosuch', namespace: 'default', resourceVersion: '1' } }), 404, 'NotFound');

    expect((await client.merge(order, { metadata: { labels: { a: 'b' } } })).status).toBe(200);
    expectRefusal(await client.merge(order, { metadata: { resourceVersion: '1', labels: { a: 'c' } } }), 409, 'Conflict');
    expectRefusal(await client.merge(widgetPath('nosuch'), {}), 404, 'NotFound');
    expect((await client.jsonPatch(order, [{ op: 'replace', path: '/spec/color', value: 'green' }])).status).toBe(200);
    expectRefusal(await client.jsonPatch(order, [{ op: 'test', path: '/spec/color', value: 'red' }]), 422, 'Invalid');
    expectRefusal(await strategic(client, order), 415, 'UnsupportedMediaType');

    const deleted = await client.delete(order);
    expect([deleted.status, deleted.body['kind'], deleted.body['status']]).toEqual([200, 'Status', 'Success']);
    expect(dig(deleted.body, 'details', 'uid')).toBe(dig(created.body, 'metadata', 'uid'));
    expectRefusal(await client.delete(order), 404, 'NotFound');
    expectRefusal(await client.get(order), 404, 'NotFound');
  },
};

function strategic(client: { request(asked: { method: 'PATCH'; path: string; body: unknown; contentType: string }): Promise<RawAnswer> }, path: string): Promise<RawAnswer> {
  return client.request({ method: 'PATCH', path, body: {}, contentType: 'application/strategic-merge-patch+json' });
}
