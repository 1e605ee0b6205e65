import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';
const TRIES = 3;

/**
 * Ports on 127.0.0.1 that nobody listens on now. They are held together until all are known, so that no two are equal;
 * somebody else may still take one before it is used: {@link onFreePorts} then tries others.
 */
export async function freePorts(count: number): Promise<number[]> {
  return listening(Array.from({ length: count }, () => 0));
}

/**
 * Starts something on ports that are free, and with others when it fails and somebody has taken one meanwhile.
 * A start that fails leaves nothing of its own behind.
 */
export async function onFreePorts<T>(count: number, start: (ports: readonly number[]) => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    const ports = await freePorts(count);
    try {
      return await start(ports);
    } catch (error) {
      if (left === 1 || (await areFree(ports))) throw error;
    }
  }
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  return listening(ports).then(
    () => true,
    () => false,
  );
}

/** Listens on all of them at once, for a moment. Answers which they are: 0 is any. */
async function listening(ports: readonly number[]): Promise<number[]> {
  const servers = ports.map((port) => ({ port, server: createServer() }));
  try {
    return await Promise.all(
      servers.map(
        ({ server, port }) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', reject);
            server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map(({ server }) => new Promise((closed) => server.close(closed))));
  }
}
