import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePorts, onFreePorts } from './free-ports.js';

const open: Server[] = [];

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return server;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

describe('free ports', () => {
  it('are as many as are asked for, each another, and can be listened on', async () => {
    const ports = await freePorts(3);
    expect(new Set(ports).size).toBe(3);
    await Promise.all(ports.map(listenOn));
  });

  it('are others when somebody takes one before it is used', async () => {
    const tried: number[] = [];
    const start = async ([port = 0]: readonly number[]): Promise<Server> => {
      tried.push(port);
      if (tried.length === 1) await listenOn(port);
      return listenOn(port);
    };
    await onFreePorts(1, start);
    expect(tried).toHaveLength(2);
    expect(tried[0]).not.toBe(tried[1]);
  });

  it('are not to blame for a start that fails for another reason', async () => {
    let tries = 0;
    await expect(onFreePorts(1, () => Promise.reject(new Error(`try ${(tries += 1)}`)))).rejects.toThrow('try 1');
  });

  it('are given up on when they are taken again and again', async () => {
    const start = async ([port = 0]: readonly number[]): Promise<Server> => (await listenOn(port), listenOn(port));
    await expect(onFreePorts(1, start)).rejects.toThrow(/EADDRINUSE/);
  });
});
