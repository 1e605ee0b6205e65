/** `npm run docs`: writes docs/ and the packages' API as a site into dist/docs. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run', 'docs:build'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', 'tools/docs/dist/main.js']);
