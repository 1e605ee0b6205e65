import { expect } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import type { Item } from '../../item.js';
import { expectNotServed, expectRefusal } from '../../world/expectations.js';

export const groupNotServed: Item = {
  number: '6',
  section: 'server',
  title: 'a kind that a workspace does not serve is a 404 in plain text, while the discovery of its version is empty',
  check: async ({ client, provider }) => {
    const base = `/clusters/${provider.path}`;
    expectNotServed(await client.get(`${base}/apis/nosuch.example.io/v1/things`));
    expectNotServed(await client.get(`${base}/apis/nosuch.example.io`));
    const discovery = await client.get(`${base}/apis/nosuch.example.io/v1`);
    expect([discovery.status, dig(discovery.body, 'kind'), dig(discovery.body, 'resources')]).toEqual([200, 'APIResourceList', []]);
    // A core kind is refused by the built-in API, which answers with a Status.
    expectRefusal(await client.get(`${base}/api/v1/nosuch`), 404, 'NotFound');
  },
};
