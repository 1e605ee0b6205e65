import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IMAGE = 'kcp-runtime/engine-probe:local';
const PROGRAM = '/bin/true';

/** Why the engine of DOCKER_HOST runs no container, although it answers: within another container it may lack the rights. `undefined` where it does. */
export function whyNoContainer(env) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-probe-'));
  const archive = join(folder, 'root.tar');
  try {
    step('tar', ['--create', '--dereference', '--absolute-names', `--file=${archive}`, PROGRAM, ...librariesOf(PROGRAM)], env);
    step('docker', ['import', archive, IMAGE], env);
    step('docker', ['run', '--rm', IMAGE, PROGRAM], env);
    step('docker', ['rmi', IMAGE], env);
    return undefined;
  } catch (error) {
    return `it runs no container: ${error.message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function librariesOf(program) {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => /(?:=>\s+|^\s+)(\/\S+)/.exec(line)?.[1] ?? []);
}

function step(command, args, env) {
  const { status, error, stderr } = spawnSync(command, args, { env, encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`)}`);
}
