import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PackedPackage } from './pack.js';

/**
 * A registry on this machine that has the packed packages and nothing else, so that npm resolves and installs them as it will when they
 * are published. npm is sent here for their scope only; all else comes from where it always does.
 */
export class PackageRegistry {
  private constructor(
    private readonly server: Server,
    /** Lines of an `.npmrc` that name it. */
    readonly npmrc: string,
  ) {}

  static async open(packed: readonly PackedPackage[]): Promise<PackageRegistry> {
    const server = createServer((request, response) => {
      answer(packed, decodeURIComponent(request.url ?? '/'), `http://${request.headers.host ?? ''}`, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const scopes = new Set(packed.map(({ manifest }) => manifest.name.split('/')[0] ?? ''));
    return new PackageRegistry(server, [...scopes].map((scope) => `${scope}:registry=http://127.0.0.1:${port}/\n`).join(''));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => void this.server.close(() => resolve()));
  }
}

async function answer(packed: readonly PackedPackage[], path: string, origin: string, response: ServerResponse): Promise<void> {
  const file = packed.find(({ manifest }) => path === tarballPath(manifest));
  const named = packed.find(({ manifest }) => path === `/${manifest.name}`);
  if (file !== undefined) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(await readFile(file.file));
  else if (named !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(versionsOf(named, origin)));
  else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
}

/** What a registry tells about all versions of a package; there is one. */
function versionsOf({ manifest, integrity }: PackedPackage, origin: string): object {
  const { name, version } = manifest;
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist: { tarball: `${origin}${tarballPath(manifest)}`, integrity } } } };
}

function tarballPath({ name, version }: PackedPackage['manifest']): string {
  return `/${name}/-/${version}.tgz`;
}
