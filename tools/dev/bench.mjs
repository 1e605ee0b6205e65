/** `npm run bench -- <scenario> [options]`: prints figures; without a scenario it lists them. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run', 'bench:build'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', '--expose-gc', 'tools/bench/dist/main.js', ...process.argv.slice(2)]);
