/** `npm run packages`: packs what is published into dist/packages, and prints the size of each. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run-many', '-t', 'build', '-p', 'ship', '@kcp-runtime/*', 'nx-plugin'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', 'tools/ship/dist/packages/main.js']);
