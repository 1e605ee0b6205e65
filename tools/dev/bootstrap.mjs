/**
 * What every root command does first: install what the lock file says, and go on under the Node that it brings.
 * Runs on any Node from 20 and imports nothing that would have to be installed before.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf } from './child-end.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const bin = join(root, 'node_modules', '.bin');
const wanted = [24, 9];

/** Installs dependencies and runs the calling script again under Node 24. Returns only in that second run. */
export async function bootstrap(scriptUrl) {
  installDependencies();
  const script = fileURLToPath(scriptUrl);
  if (process.env.KCP_RUNTIME_BOOTSTRAPPED === script) return;
  const node = existsSync(join(bin, 'node')) ? join(bin, 'node') : process.execPath;
  requireVersion(node);
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, KCP_RUNTIME_BOOTSTRAPPED: script, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', PATH: bin + delimiter + process.env.PATH },
  });
  process.exit(await endOf(child));
}

function installDependencies() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
  const stamp = join(root, 'node_modules', '.kcp-runtime-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing dependencies from the lock file …');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (install.status !== 0) {
    console.error('npm ci failed; its output is above.');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

function requireVersion(node) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(`This needs Node ${wanted.join('.')} or later, and ${node} is ${version}. On Linux the lock file brings one; elsewhere install Node 24.`);
  process.exit(1);
}
