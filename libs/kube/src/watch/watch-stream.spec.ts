import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readKubeconfig } from '../access/kubeconfig.js';
import type { KubeApi } from '../connection/kube-api.js';
import { KubeConnection } from '../connection/kube-connection.js';
import { TlsServer, json, text } from '../fixture/tls-server.fixture.js';
import { until } from '../fixture/until.fixture.js';
import { systemClock } from '../time/clock.js';
import { ManualClock } from '../time/manual-clock.js';
import { watchStream } from './watch-stream.js';
import type { WatchEnd } from './watch-stream.js';

const SILENCE_MS = 60_000;
const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
const order = (name: string): object => ({ metadata: { name, resourceVersion: `v-${name}` } });

let server: TlsServer;
let connection: KubeConnection;
let clock: ManualClock;
let watch: ServerResponse | undefined;
let frames: string[];
let end: Promise<WatchEnd>;
let stop: AbortController;

async function open(): Promise<void> {
  end = watchStream({
    api: connection.api(), path: '/apis/example.io/v1/orders', query: { resourceVersion: '7' }, silenceMs: SILENCE_MS, clock, random: () => 0,
    onOpen: () => frames.push('open'),
    onFrame: (frame) => frames.push(frame.type === 'BOOKMARK' ? 'bookmark' : `${frame.type} ${frame.object.metadata.name}`),
    signal: stop.signal,
  });
  await until('the request is there', () => server.seen.length > 0);
}

beforeEach(async () => {
  watch = undefined;
  frames = [];
  stop = new AbortController();
  clock = new ManualClock();
  server = await TlsServer.start((_request, response) => {
    response.writeHead(200).flushHeaders();
    watch = response;
  });
  connection = await KubeConnection.open(readKubeconfig(server.kubeconfig(), { origin: 'cluster', source: 'a spec' }));
});
afterEach(async () => {
  await connection.close();
  await server.close();
});

async function openThen(act: (watch: ServerResponse) => void): Promise<WatchEnd> {
  await open();
  await until('the stream is open', () => frames.length > 0);
  if (watch !== undefined) act(watch);
  return end;
}

describe('one watch', () => {
  it('hands its frames out in order and ends with the server', async () => {
    const ended = await openThen((response) => response.end(line('ADDED', order('a')) + line('BOOKMARK', order('x')) + line('DELETED', order('a'))));
    expect([ended, frames]).toEqual([{ kind: 'ended' }, ['open', 'ADDED a', 'bookmark', 'DELETED a']]);
  });

  it('that is cut within a frame is broken, and that frame is not handed out', async () => {
    const ended = await openThen((response) => {
      response.write(line('ADDED', order('a')) + line('ADDED', order('b')).slice(0, 20));
      void until('a is there', () => frames.includes('ADDED a')).then(() => server.cut());
    });
    expect([ended.kind, frames]).toEqual(['broken', ['open', 'ADDED a']]);
  });

  it('that says nothing for the silence limit is silent', async () => {
    await open();
    await until('the stream is open', () => frames.length > 0);
    await clock.advance(SILENCE_MS);
    expect(await end).toEqual({ kind: 'silent' });
  });

  it('that says a little now and then lives for hours', async () => {
    await open();
    await until('the stream is open', () => frames.length > 0);
    for (let minute = 1; minute <= 60; minute += 1) {
      watch?.write(line('BOOKMARK', order('x')));
      await until('the bookmark is there', () => frames.length === 1 + minute);
      await clock.advance(SILENCE_MS - 1);
    }
    watch?.end();
    expect(await end).toEqual({ kind: 'ended' });
  });

  it('whose version is too old is expired, be it told within the stream or before it', async () => {
    expect(await openThen((response) => response.end(line('ERROR', { kind: 'Status', code: 410, reason: 'Expired' })))).toMatchObject({ kind: 'expired' });
    server.answer = json(410, { kind: 'Status', code: 410, reason: 'Expired' });
    await open();
    expect(await end).toMatchObject({ kind: 'expired' });
  });

  it('that the server gives up by an ERROR event is refused, whatever comes after', async () => {
    const ended = await openThen((response) => response.write(line('ERROR', { kind: 'Status', code: 500, message: 'schema changed' }) + line('ADDED', order('a'))));
    expect([ended, frames]).toEqual([{ kind: 'refused', by: 'event', error: expect.objectContaining({ name: 'ServerFault' }) }, ['open']]);
  });

  it('that ends by an ERROR event which is no Status is refused too', async () => {
    expect(await openThen((response) => response.end(line('ERROR', {})))).toMatchObject({ kind: 'refused' });
  });

  it('of an API that is not served is refused, and was never open', async () => {
    server.answer = text(404, '404 page not found');
    await open();
    expect([await end, frames]).toEqual([{ kind: 'refused', by: 'answer', error: expect.objectContaining({ name: 'ApiNotServed' }) }, []]);
  });

  it('at a place where nobody listens is broken', async () => {
    await server.close();
    end = watchStream({
      api: connection.api(), path: '/x', query: {}, silenceMs: SILENCE_MS, clock, random: () => 0, onOpen: () => undefined, onFrame: () => undefined, signal: stop.signal,
    });
    expect(await end).toMatchObject({ kind: 'broken', error: { name: 'Unreachable' } });
    server = await TlsServer.start();
  });

  it('that is stopped is aborted, before and after it is open', async () => {
    expect(await openThen(() => stop.abort())).toEqual({ kind: 'aborted' });
    await open();
    expect(await end).toEqual({ kind: 'aborted' });
  });

  it('leaves no timer behind', async () => {
    await openThen((response) => response.end());
    expect(clock.pendingTimers).toBe(0);
  });

  it('of lines that are no watch events is refused, and the lines are not told', async () => {
    const ended = await openThen((response) => response.end('password=hunter2\n'));
    expect(ended).toMatchObject({ kind: 'refused', error: { message: expect.stringMatching(/no watch event/) } });
    expect(JSON.stringify(ended)).not.toContain('hunter2');
  });

  it('asks the server for an age between five and ten minutes', async () => {
    await openThen((response) => response.end());
    expect(server.seen[0]?.query.get('timeoutSeconds')).toBe('300');
  });

  it('leaves the event loop its turns, however fast the server tells', async () => {
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for (let number = 0; number < 1_000; number += 1) yield Buffer.from(line('ADDED', order(`${number}`)));
    };
    const fast: KubeApi = { ...connection.api(), url: 'https://fast', stream: async () => ({ status: 200, chunks: chunks(), close: () => undefined }) };
    let seen = 0;
    const slow = { ...systemClock, elapsed: () => seen };
    end = watchStream({
      api: fast, path: '/x', query: {}, silenceMs: SILENCE_MS, clock: slow, random: () => 0, onOpen: () => undefined, onFrame: () => (seen += 1), signal: stop.signal,
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toBeLessThan(20);
    await end;
    expect(seen).toBe(1_000);
  });
});
