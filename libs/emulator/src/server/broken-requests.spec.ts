import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import type { Emulator } from '../emulator.js';
import { startEmulator } from '../start-emulator.js';

const MAPS = '/clusters/root/api/v1/namespaces/default/configmaps';
const JSON_TYPE = 'content-type: application/json\r\n';
const ZIPPED = gzipSync('{"metadata":{"name":"zipped"}}');

let emulator: Emulator;
let known: string;

beforeAll(async () => {
  emulator = await startEmulator();
  const config = load(emulator.adminKubeconfig) as { users: { user: { token: string } }[] };
  known = `host: localhost\r\nauthorization: Bearer ${config.users[0]?.user.token ?? ''}\r\n`;
});
afterAll(() => emulator.stop());

/** Sends bytes as they are and gives the first line of the answer; `cut` where there is none. */
function answerTo(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(emulator.url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca: emulator.ca });
    socket.once('data', (bytes: Buffer) => {
      resolve(bytes.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve('cut'));
    for (const part of parts) socket.write(part);
  });
}

describe('a request that HTTP does not know, or hardly', () => {
  const post = (headers: string, body: string): (() => readonly (string | Uint8Array)[]) => () => [`POST ${MAPS} HTTP/1.1\r\n${known}${JSON_TYPE}${headers}\r\n${body}`];
  const get = (line: string, headers = ''): (() => readonly string[]) => () => [`${line}\r\n${known}${headers}\r\n`];
  const cases: readonly (readonly [string, () => readonly (string | Uint8Array)[], string])[] = [
    ['a chunk whose length is none', post('transfer-encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    ['two lengths at once', post('content-length: 2\r\ntransfer-encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 'HTTP/1.1 400 Bad Request'],
    ['a body that waits to be asked for', post('expect: 100-continue\r\ncontent-length: 26\r\n', ''), 'HTTP/1.1 100 Continue'],
    ['a body in gzip', () => [`POST ${MAPS} HTTP/1.1\r\n${known}${JSON_TYPE}content-encoding: gzip\r\ncontent-length: ${ZIPPED.length}\r\n\r\n`, ZIPPED], 'HTTP/1.1 400 Bad Request'],
    ['an upgrade to a web socket', get(`GET ${MAPS}?limit=1 HTTP/1.1`, 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n'), 'HTTP/1.1 200 OK'],
    ['a tunnel', get('CONNECT elsewhere:443 HTTP/1.1'), 'cut'],
    ['a method of no resource', get(`TRACE ${MAPS} HTTP/1.1`), 'HTTP/1.1 405 Method Not Allowed'],
    ['HTTP/2 without having agreed on it', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 'HTTP/1.1 400 Bad Request'],
    ['bytes that are no request', () => ['\0\u0001\u0002\r\n\r\n'], 'HTTP/1.1 400 Bad Request'],
    ['headers without end', get(`GET ${MAPS} HTTP/1.1`, `x: ${'y'.repeat(100_000)}\r\n`), 'HTTP/1.1 431 Request Header Fields Too Large'],
  ];

  it.each(cases)('is answered, and the next one is served: %s', async (_says, parts, answer) => {
    expect(await answerTo(...parts())).toBe(answer);
    expect(await answerTo(...get(`GET ${MAPS}?limit=1 HTTP/1.1`)())).toBe('HTTP/1.1 200 OK');
  });

  it('is answered behind others that were not waited for', async () => {
    expect(await answerTo(Array.from({ length: 50 }, () => get(`GET ${MAPS}?limit=1 HTTP/1.1`)().join('')).join(''))).toBe('HTTP/1.1 200 OK');
  });
});
