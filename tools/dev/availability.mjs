import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What tools/ship makes of the emulator. */
export const EMULATOR_IMAGE = 'kcp-runtime/emulator:local';

/** For a kcp, a container engine and a platform the reason why this machine has none; `undefined` where it does. */
export async function availability(env = process.env) {
  return { binary: withoutBinary(env), engine: withoutEngine(env), platform: withoutPlatform(env) };
}

/** The kcp that KCP_BINARY or PATH names. */
export function kcpBinary(env = process.env) {
  const files = env.KCP_BINARY ? [env.KCP_BINARY] : (env.PATH ?? '').split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(folder, 'kcp')]));
  return files.find(executable);
}

function withoutBinary(env) {
  if (kcpBinary(env) !== undefined) return undefined;
  return env.KCP_BINARY ? `KCP_BINARY names ${env.KCP_BINARY}, which cannot be executed` : 'no kcp on PATH, and KCP_BINARY is not set';
}

/** Whoever tried to start one says in ENGINE_MISSING why there is none. */
function withoutEngine(env) {
  if (engineAnswers(env)) return undefined;
  return env.ENGINE_MISSING ? `no Docker engine answers, and none could be started: ${env.ENGINE_MISSING}` : 'no Docker engine answers';
}

/** Whether the engine of DOCKER_HOST, or the usual one, answers. */
export function engineAnswers(env = process.env) {
  const docker = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { env, encoding: 'utf8', timeout: 10_000 });
  return docker.status === 0 && docker.stdout.trim() !== '';
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
