/** Clients that ask for more than they need: a crowd of watches that nothing happens in, and one that never reads. */
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { dig, eventually, readAdminKubeconfig } from '@kcp-runtime/testing';
import { expect } from '@jest/globals';
import type { Item } from '../item.js';
import type { Site } from '../world/site.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const CROWD = 1_000;
/** At once; a thousand handshakes in one moment are another test. */
const HANDSHAKES = 50;
const DEADLINE = { deadlineMs: 60_000 };
/** Nearly as much as an object may be. */
const LARGE = 'x'.repeat(900 * 1024);
/** More than lies in the buffers of two ends of a connection. */
const WRITES = 20;

export function crowdItems(): readonly Item[] {
  return [
    {
      number: 'B-crowd',
      section: 'bad input',
      title: 'a thousand watches in which nothing happens are held, each is told the one change, and the server goes on serving',
      servers: 'kubernetes',
      check: async (site) => {
        const name = 'crowd';
        await site.client.delete(`${MAPS}/${name}`);
        const watches = await openMany(site, `${MAPS}?watch=1&fieldSelector=metadata.name%3D${name}`);
        try {
          expect((await site.client.get(MAPS)).status).toBe(200);
          expect((await site.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })).status).toBe(201);
          await eventually(() => Promise.resolve(watches.every(({ text }) => text().includes('"ADDED"')) || undefined), { ...DEADLINE, what: 'the change in each of the watches' });
        } finally {
          for (const { socket } of watches) socket.destroy();
        }
        expect((await site.client.delete(`${MAPS}/${name}`)).status).toBe(200);
      },
    },
    {
      number: 'B-deaf',
      section: 'bad input',
      title: 'a watch whose client never reads keeps nobody else from being told, and the server goes on serving',
      servers: 'kubernetes',
      check: async (site) => {
        const name = 'deaf';
        await site.client.delete(`${MAPS}/${name}`);
        expect((await site.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: LARGE } })).status).toBe(201);
        const path = `${MAPS}?watch=1&fieldSelector=metadata.name%3D${name}`;
        const deaf = await openWatch(site, path);
        deaf.socket.pause();
        try {
          for (let write = 0; write < WRITES; write += 1) {
            expect((await site.client.merge(`${MAPS}/${name}`, { metadata: { annotations: { write: String(write) } } })).status).toBe(200);
          }
          const other = await site.watch(site.client, path);
          const { object } = await other.next(({ type }) => type === 'ADDED');
          expect(dig(object, 'metadata', 'annotations', 'write')).toBe(String(WRITES - 1));
        } finally {
          deaf.socket.destroy();
        }
        expect((await site.client.delete(`${MAPS}/${name}`)).status).toBe(200);
      },
    },
  ];
}

interface OpenWatch {
  readonly socket: TLSSocket;
  readonly text: () => string;
}

async function openMany(site: Site, path: string): Promise<readonly OpenWatch[]> {
  const watches: OpenWatch[] = [];
  while (watches.length < CROWD) watches.push(...(await Promise.all(Array.from({ length: HANDSHAKES }, () => openWatch(site, path)))));
  return watches;
}

/** A watch over a connection of its own, once its answer has begun. No library stands between: what is not read here is read nowhere. */
async function openWatch({ client, kubeconfig }: Site, path: string): Promise<OpenWatch> {
  const { token, ca } = readAdminKubeconfig(kubeconfig);
  const { hostname, port, pathname } = new URL(client.url);
  const socket = connect({ host: hostname, port: Number(port), ca });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    // Of a long stream only its beginning is looked at.
    if (text.length < 4_096) text += chunk.toString();
  });
  // Whoever waits for the beginning is told what did not come.
  socket.on('error', () => undefined);
  socket.write(`GET ${pathname === '/' ? '' : pathname}${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await eventually(() => Promise.resolve(text.startsWith('HTTP/1.1 200') || undefined), { ...DEADLINE, what: 'the beginning of a watch' });
  return { socket, text: () => text };
}
