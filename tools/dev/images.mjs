/** `npm run images`: bundles the provider and the emulator, and makes an image of each; `-- --local-base` needs no image that is pulled. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run-many', '-t', 'build', '-p', 'ship', 'postgres-provider'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', 'tools/ship/dist/image/main.js', ...process.argv.slice(2)]);
