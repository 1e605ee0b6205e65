/**
 * Builds what the platform tests run: etcd, kube-apiserver, kube-controller-manager and kubectl in one binary, and the openmcp-operator.
 * The first build takes about six minutes on two cores; what was built is kept in the user's cache, by the content of this folder.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const sources = ['go.mod', 'go.sum', 'main.go', 'etcd.go'];
const packages = ['.', 'github.com/openmcp-project/openmcp-operator/cmd/openmcp-operator'];

/** This machine cannot have what is to be built: another Go is needed, or its modules are out of reach. */
export class SourcesMissing extends Error {
  name = 'SourcesMissing';
}

/** The folder with `control-plane` and `openmcp-operator`, built if they are not there yet. `PLATFORM_BINARIES` names one that is. */
export async function platformBinaries(env = process.env) {
  if (env.PLATFORM_BINARIES) return env.PLATFORM_BINARIES;
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kcp-runtime');
  const folder = join(cache, `control-plane-${contentHash()}`);
  if (!existsSync(folder)) await build(cache, folder, env);
  return folder;
}

function contentHash() {
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(join(here, name)));
  return hash.digest('hex').slice(0, 16);
}

async function build(cache, folder, env) {
  console.log('Building etcd, kube-apiserver, kube-controller-manager, kubectl and openmcp-operator; the first time takes minutes …');
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'building-'));
  try {
    if ((await go(['list', '-deps', ...packages], 'ignore', env)) !== 0) throw new SourcesMissing('go list did not get the sources of its servers; its output is above');
    const code = await go(['build', '-trimpath', '-ldflags', '-s -w', '-o', `${fresh}/`, ...packages], 'inherit', env);
    if (code !== 0) throw new Error(`go build ended with ${code}; its output is above.`);
    // Whoever comes second finds the first one's folder and leaves it.
    if (!existsSync(folder)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function go(args, output, env) {
  return new Promise((resolve, reject) => {
    const child = spawn('go', args, { cwd: here, stdio: ['ignore', output, 'inherit'], env: { ...env, CGO_ENABLED: '0' } });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await platformBinaries());
