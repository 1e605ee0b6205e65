import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressUnavailable, Listener, plainText } from './listener.js';
import type { Routes } from './listener.js';

describe('what is served beside orders', () => {
  const opened: Listener[] = [];
  const errors: unknown[] = [];
  const open = async (routes: Routes, port = 0): Promise<Listener> => {
    const listener = await Listener.open({ what: 'Probes', at: { kind: 'at', host: '127.0.0.1', port }, routes, onError: (error) => errors.push(error) });
    opened.push(listener);
    return listener;
  };
  const ask = (listener: Listener, path: string, init?: RequestInit): Promise<Response> => fetch(`http://${listener.address}${path}`, init);

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((listener) => listener.close()));
    errors.length = 0;
  });

  it('is answered at its path, whatever the query', async () => {
    const listener = await open(new Map([['/healthz', () => plainText(200, 'ok\n')]]));
    const answer = await ask(listener, '/healthz?verbose');
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
  });

  it('is nothing else', async () => {
    const listener = await open(new Map([['/healthz', () => plainText(200, 'ok\n')]]));
    expect((await ask(listener, '/')).status).toBe(404);
    expect((await ask(listener, '/healthz', { method: 'POST' })).status).toBe(405);
  });

  it('keeps what went wrong for the log', async () => {
    const listener = await open(new Map([['/metrics', () => Promise.reject(new Error('password=hunter2'))]]));
    const answer = await ask(listener, '/metrics');
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('hunter2')]);
    expect(errors).toEqual([expect.objectContaining({ message: 'password=hunter2' })]);
  });

  it('says which address somebody else has', async () => {
    const first = await open(new Map());
    const port = Number(first.address.split(':')[1]);
    const second = open(new Map(), port);
    await expect(second).rejects.toThrow(AddressUnavailable);
    await expect(second).rejects.toThrow(`Probes can not be served at 127.0.0.1:${port}`);
  });

  it('ends with the connections that a client keeps open', async () => {
    const listener = await open(new Map([['/healthz', () => plainText(200, 'ok\n')]]));
    await (await ask(listener, '/healthz')).text();
    await listener.close();
    await expect(ask(listener, '/healthz')).rejects.toThrow('fetch failed');
  });
});
