/**
 * `node tools/dev/with-engine.mjs <command>`: runs a command beside a Docker engine. Where one answers, that; else one that is started for
 * the command and ended after it, with its data. Where none can be started the command runs all the same, and hears the reason in
 * ENGINE_MISSING.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineAnswers } from './availability.mjs';
import { endOf } from './child-end.mjs';
import { whyNoContainer } from './engine-probe.mjs';

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 60_000;

const engine = await engineHere();
try {
  process.exitCode = await runBeside(engine.env, process.argv.slice(2));
} finally {
  await engine.stop();
}

async function engineHere() {
  if (engineAnswers()) return { env: {}, stop: async () => undefined };
  const started = await startEngine();
  if (started.kind === 'started') return started;
  console.log(`No Docker engine: ${started.reason}`);
  return { env: { ENGINE_MISSING: started.reason }, stop: async () => undefined };
}

async function startEngine() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return { kind: 'failed', reason: 'only root on Linux may start one' };
  const folder = mkdtempSync(join(tmpdir(), 'engine-'));
  const host = `unix://${join(folder, 'docker.sock')}`;
  const log = join(folder, 'dockerd.log');
  const output = openSync(log, 'a');
  const places = [`--data-root=${join(folder, 'data')}`, `--exec-root=${join(folder, 'exec')}`, `--pidfile=${join(folder, 'pid')}`, `--host=${host}`];
  // In a process group of its own: what ends the command must not end the engine under it.
  const daemon = spawn('dockerd', places, { stdio: ['ignore', output, output], detached: true });
  let end;
  const ended = new Promise((resolve) => {
    daemon.on('error', (error) => resolve((end ??= error.message)));
    daemon.on('close', (code, signal) => resolve((end ??= `dockerd ended with ${code ?? signal}: ${lastLine(log)}`)));
  });
  const stop = async () => {
    daemon.kill('SIGTERM');
    const hard = setTimeout(() => daemon.kill('SIGKILL'), STOP_DEADLINE_MS);
    await ended;
    clearTimeout(hard);
    unmountBelow(folder);
    removeFolder(folder);
  };
  const env = { ...process.env, DOCKER_HOST: host };
  const deadline = Date.now() + START_DEADLINE_MS;
  let answers = false;
  while (!answers && end === undefined && Date.now() < deadline) {
    answers = engineAnswers(env);
    if (!answers) await sleep(200);
  }
  const reason = answers ? whyNoContainer(env) : (end ?? `dockerd did not answer in time: ${lastLine(log)}`);
  if (reason === undefined) return { kind: 'started', env: { DOCKER_HOST: host }, stop };
  await stop();
  return { kind: 'failed', reason };
}

/** Of the networks that containers had, an engine leaves what it has mounted. */
function unmountBelow(folder) {
  const places = readFileSync('/proc/mounts', 'utf8').split('\n').map((line) => line.split(' ')[1] ?? '');
  for (const place of places.filter((path) => path.startsWith(`${folder}/`)).reverse()) spawnSync('umount', [place], { stdio: 'inherit' });
}

/** What cannot be removed is no fault of the command, whose exit code stays. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`The folder of the engine is left, remove it by hand: ${folder}: ${error.message}`);
  }
}

function lastLine(file) {
  return readFileSync(file, 'utf8').trim().split('\n').at(-1);
}

function runBeside(env, [command, ...args]) {
  return endOf(spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }));
}
