/**
 * `npm run try-generator [-- options | in-repository]`: the generator with every option in a workspace of Nx outside of this repository, and in a clean clone of it. What
 * is generated is built, linted, tested, and played on every server that this machine has; takes about half an hour.
 */
import { EMULATOR_IMAGE, availability } from './availability.mjs';
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';
import { platformBinaries } from '../control-plane/build.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run-many', '-t', 'build'], { output: 'onFailure' });
if (built !== 0) process.exit(built);

const { binary, platform } = await availability();
const missing = Object.entries({ binary, platform }).filter(([, reason]) => reason !== undefined);
for (const [server, reason] of missing) console.log(`Not run: generated providers on a real ${server === 'binary' ? 'kcp' : 'platform'}: ${reason}`);
const env = {
  NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  TRY_SERVERS: ['binary', 'platform'].filter((server) => !missing.some(([name]) => name === server)).join(','),
  KCP_IMAGE: process.env.KCP_IMAGE ?? EMULATOR_IMAGE,
  ...(platform === undefined ? { PLATFORM_BINARIES: await platformBinaries() } : {}),
};
process.exitCode = await run('jest', ['-c', 'tools/ship/jest.e2e.config.cjs', ...process.argv.slice(2)], { env });
