import { join } from 'node:path';
import type { Env } from '../../drivers/kcp-server.js';

/** What the real form of a platform is made of. */
export interface PlatformBinaries {
  /** etcd, kube-apiserver and kube-controller-manager, by sub-command. */
  readonly controlPlane: string;
  readonly operator: string;
}

/** The binaries of the real platform were not built. */
export class PlatformMissing extends Error {
  override readonly name = 'PlatformMissing';

  constructor() {
    super('A real platform needs PLATFORM_BINARIES, the folder that `node tools/control-plane/build.mjs` prints; it builds with Go.');
  }
}

/** The binaries in the folder that `PLATFORM_BINARIES` names. @throws PlatformMissing */
export function platformBinaries(env: Env): PlatformBinaries {
  const folder = env['PLATFORM_BINARIES'];
  if (folder === undefined || folder === '') throw new PlatformMissing();
  return { controlPlane: join(folder, 'control-plane'), operator: join(folder, 'openmcp-operator') };
}
