import { request } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import type { Emulator } from '../../emulator.js';
import { startEmulator } from '../../start-emulator.js';

const MAPS = '/clusters/root/api/v1/namespaces/default/configmaps';
/** Nearly as much as an object may be. */
const LARGE = 'x'.repeat(900 * 1024);
/** More than is held for a client that does not read, and what its connection holds. */
const MOST_WRITES = 150;

let emulator: Emulator;
let deaf: TLSSocket;

afterEach(async () => {
  deaf.destroy();
  await emulator.stop();
});

function token(): string {
  return (load(emulator.adminKubeconfig) as { users: { user: { token: string } }[] }).users[0]?.user.token ?? '';
}

async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<number> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return new Promise((resolve, reject) => {
    const asked = request(`${emulator.url}${path}`, { method, ca: emulator.ca, agent: false, headers: { authorization: `Bearer ${token()}`, 'content-type': type } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function watchWithoutReading(): Promise<void> {
  const { hostname, port } = new URL(emulator.url);
  deaf = connect({ host: hostname, port: Number(port), ca: emulator.ca });
  deaf.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    deaf.once('data', () => resolve());
    deaf.write(`GET ${MAPS}?watch=1 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token()}\r\n\r\n`);
  });
  deaf.pause();
}

describe('a watch whose client never reads', () => {
  it('is cut when too much waits for it, and the server goes on serving', async () => {
    emulator = await startEmulator();
    await watchWithoutReading();
    expect(await send('POST', MAPS, { metadata: { name: 'large' }, data: { a: LARGE } })).toBe(201);
    let writes = 0;
    for (; writes < MOST_WRITES && emulator.openWatches > 0; writes += 1) expect(await send('PATCH', `${MAPS}/large`, { metadata: { annotations: { write: String(writes) } } })).toBe(200);
    expect(emulator.openWatches).toBe(0);
    expect(await send('GET', `${MAPS}/large`)).toBe(200);
  });
});
