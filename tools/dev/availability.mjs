import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What tools/ship makes of the emulator. */
export const EMULATOR_IMAGE = 'kcp-runtime/emulator:local';

/** For each driver, and the container engine behind one, the reason why this machine has none; `undefined` where it does. */
export async function availability(env = process.env) {
  return { emulator: undefined, binary: withoutBinary(env), container: withoutContainer(env), engine: withoutEngine(), platform: withoutPlatform(env) };
}

function withoutBinary(env) {
  if (env.KCP_BINARY) return executable(env.KCP_BINARY) ? undefined : `KCP_BINARY names ${env.KCP_BINARY}, which cannot be executed`;
  const onPath = (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && executable(join(folder, 'kcp')));
  return onPath ? undefined : 'no kcp on PATH, and KCP_BINARY is not set';
}

function withoutContainer(env) {
  return env.KCP_IMAGE ? withoutEngine() : 'KCP_IMAGE is not set';
}

function withoutEngine() {
  const docker = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8', timeout: 10_000 });
  return docker.status === 0 && docker.stdout.trim() !== '' ? undefined : 'no Docker engine answers';
}

/** Its servers are built with Go, and its Pods have addresses of 127.0.0.0/8, all of which only Linux has. */
function withoutPlatform(env) {
  if (process.platform !== 'linux') return 'a real platform runs on Linux only';
  if (env.PLATFORM_BINARIES) return executable(join(env.PLATFORM_BINARIES, 'control-plane')) ? undefined : `PLATFORM_BINARIES names ${env.PLATFORM_BINARIES}, where no control-plane was built`;
  const go = spawnSync('go', ['version'], { env, encoding: 'utf8', timeout: 10_000 });
  return go.status === 0 ? undefined : 'no go on PATH, which builds its servers';
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
