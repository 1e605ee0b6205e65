/**
 * `npm run try-as-new-user`: does what somebody does who has only a clone, Node and npm, in a folder of its own, with an empty npm cache and
 * an empty home, and prints how long each command takes. `-- --without-test` leaves out `npm test`, which is by far the longest.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const withTest = !process.argv.includes('--without-test');
const place = mkdtempSync(join(tmpdir(), 'new-user-'));
const clone = join(place, 'kcp-runtime');
const shop = join(place, 'shop');
const took = [];

try {
  for (const one of [...inTheClone(), ...inAWorkspaceOfHisOwn()]) await time(one);
  process.exitCode = took.every(({ code }) => code === 0) ? 0 : 1;
} finally {
  console.log(`\n${'seconds'.padStart(8)}  exit  command`);
  for (const { seconds, code, what } of took) console.log(`${seconds.toFixed(1).padStart(8)}  ${String(code).padStart(4)}  ${what}`);
  if (!withTest) console.log('Left out: npm test');
  rmSync(place, { recursive: true, force: true });
}

/** README's commands, then the tutorial's. */
function inTheClone() {
  const bin = () => join(clone, 'node_modules', '.bin');
  return [
    { what: 'git clone', command: ['git', 'clone', '--quiet', repository, clone], cwd: place },
    { what: 'npm start -- --once', command: ['npm', 'start', '--', '--once'], cwd: clone },
    ...(withTest ? [{ what: 'npm test', command: ['npm', 'test'], cwd: clone }] : []),
    { what: 'the tutorial: npm ci', command: ['npm', 'ci'], cwd: clone },
    { what: '(build what runs the tutorial)', command: ['npx', 'nx', 'run', 'docs:build'], cwd: clone, bin },
    { what: 'the tutorial: its blocks', command: ['node', 'tools/docs/dist/tutorial/main.js'], cwd: clone, bin },
    { what: 'npm run packages', command: ['npm', 'run', 'packages'], cwd: clone },
  ];
}

/** The generator's README, with the packed packages in the place of a registry, on the Node that the clone has brought, if it has. */
function inAWorkspaceOfHisOwn() {
  const brought = join(clone, 'node_modules', '.bin', 'node');
  const node = () => dirname(existsSync(brought) ? realpathSync(brought) : process.execPath);
  const nx = (...args) => ({ what: `nx ${args.join(' ')}`, command: ['npx', 'nx', ...args], cwd: shop, bin: node });
  return [
    { what: 'create-nx-workspace', command: ['npx', '--yes', `create-nx-workspace@${nxVersion()}`, 'shop', '--preset=ts', '--nxCloud=skip', '--no-interactive'], cwd: place, bin: node },
    { what: 'npm install --save-dev <packages>', command: () => ['npm', 'install', '--save-dev', ...packages()], cwd: shop, bin: node },
    nx('g', '@kcp-runtime/nx:provider', 'gadget', '--api=Gadget', '--references=Secret', '--instances=many'),
    { what: 'npm install', command: ['npm', 'install'], cwd: shop, bin: node },
    nx('run-many', '-t', 'build', 'lint', 'test', 'bundle'),
    nx('e2e', 'gadget-provider-e2e'),
  ];
}

function nxVersion() {
  return JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).devDependencies.nx;
}

function packages() {
  const folder = join(clone, 'dist', 'packages');
  return readdirSync(folder).map((file) => join(folder, file));
}

/** Runs one command to its end, with the programs of `bin` before all others. After one that failed there is no next. */
async function time({ what, command, cwd, bin }) {
  const [file, ...args] = typeof command === 'function' ? command() : command;
  const log = join(place, `${took.length}.log`);
  const output = openSync(log, 'w');
  const begun = performance.now();
  const child = spawn(file, args, { cwd, env: environment(bin), stdio: ['ignore', output, output] });
  const forward = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve(status ?? signal));
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
  took.push({ what, code, seconds: (performance.now() - begun) / 1000 });
  console.log(`${what}: ${code === 0 ? 'ok' : `ended with ${code}`}`);
  const text = readFileSync(log, 'utf8');
  if (what.startsWith('the tutorial: its') || what === 'npm test') console.log(text.trimEnd().split('\n').slice(-8).join('\n'));
  if (code !== 0) throw new Error(`${what} failed. The last that it wrote:\n${text.slice(-6_000)}`);
}

/** Nothing is inherited but where programs are and which registry npm asks. */
function environment(bin) {
  const home = join(place, 'home');
  mkdirSync(home, { recursive: true });
  const kept = Object.entries(process.env).filter(([name]) => !/^(npm_|NPM_|NX_|KCP_|JEST_|NODE_OPTIONS$|XDG_|HOME$|INIT_CWD$|PATH$)/.test(name));
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: [...(bin === undefined ? [] : [bin()]), ...path].join(delimiter),
    npm_config_cache: join(place, 'npm-cache'),
    npm_config_registry: spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim(),
    NX_DAEMON: 'false',
    CI: 'true',
  };
}
