import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Ports on 127.0.0.1 that nobody listens on now. They are held together until all are known, so that no two are equal;
 * somebody else may still take one before it is used, so a start that fails for that reason is tried again with others.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(
        (server) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', reject);
            server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
          }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  }
}
