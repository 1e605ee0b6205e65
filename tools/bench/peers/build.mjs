/**
 * Builds the peer on Go's multicluster-provider, which the bench compares with and the stories run beside ours. The first build
 * takes minutes on two cores; what was built is kept in the user's cache, by the content of its folder.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const sources = join(dirname(fileURLToPath(import.meta.url)), 'multicluster');
/** As its go.mod says. */
const leastGo = [1, 26];

/** This machine cannot have the peer. */
export class GoPeerMissing extends Error {
  name = 'GoPeerMissing';
}

/**
 * The program, built if it is not there yet.
 * @throws {GoPeerMissing} where there is no Go, or an older one, or its modules are out of reach
 */
export async function goPeer(env = process.env) {
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kcp-runtime');
  const program = join(cache, `go-peer-${contentHash()}`);
  if (!existsSync(program)) await build(cache, program, env);
  return program;
}

function contentHash() {
  const hash = createHash('sha256');
  for (const name of readdirSync(sources).sort()) hash.update(readFileSync(join(sources, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(cache, program, env) {
  await requireGo(env);
  console.error('Building the peer on multicluster-provider; the first time takes minutes …');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'building-'));
  try {
    const fetched = await go(['mod', 'download'], env);
    if (fetched.code !== 0) throw new GoPeerMissing(`its modules are out of reach: ${fetched.said}`);
    const built = await go(['build', '-buildvcs=false', '-o', join(folder, 'peer'), '.'], env);
    if (built.code !== 0) throw new Error(`The Go peer does not build. ${built.said}`);
    renameSync(join(folder, 'peer'), program);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function requireGo(env) {
  const { code, said } = await go(['env', 'GOVERSION'], env);
  const version = /go(\d+)\.(\d+)/.exec(said);
  if (code !== 0 || version === null) throw new GoPeerMissing('there is no go on PATH');
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major < leastGo[0] || (major === leastGo[0] && minor < leastGo[1])) throw new GoPeerMissing(`go is ${major}.${minor}, the peer needs ${leastGo.join('.')}`);
}

function go(args, env) {
  return new Promise((resolve) => {
    const child = spawn('go', args, { cwd: sources, stdio: ['ignore', 'pipe', 'pipe'], env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-2_000)));
    child.on('error', (error) => resolve({ code: 1, said: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, said: said.trim() }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await goPeer().then(
    (program) => console.log(program),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
