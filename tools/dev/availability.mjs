import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** For each driver the reason why this machine cannot run it; `undefined` where it can. */
export async function availability(env = process.env) {
  return { emulator: undefined, binary: withoutBinary(env), container: withoutContainer(env) };
}

function withoutBinary(env) {
  if (env.KCP_BINARY) return executable(env.KCP_BINARY) ? undefined : `KCP_BINARY names ${env.KCP_BINARY}, which cannot be executed`;
  const onPath = (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && executable(join(folder, 'kcp')));
  return onPath ? undefined : 'no kcp on PATH, and KCP_BINARY is not set';
}

function withoutContainer(env) {
  if (!env.KCP_IMAGE) return 'KCP_IMAGE is not set';
  const docker = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8', timeout: 10_000 });
  return docker.status === 0 && docker.stdout.trim() !== '' ? undefined : 'no Docker engine answers';
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
