/** `npm start`: the demo, from a fresh clone. `npm start -- --once` ends by itself after the proof. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
console.log('Building the provider and the demo …');
const built = await run('nx', ['run-many', '-t', 'build', '-p', 'postgres-provider', 'postgres-provider-e2e'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', 'apps/postgres-provider-e2e/dist/demo/main.js', ...process.argv.slice(2)]);
