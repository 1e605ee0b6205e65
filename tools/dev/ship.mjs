/**
 * `node tools/dev/ship.mjs <part>`: builds what is handed out, and runs one part of tools/ship: `packages`, `image`, `push-image`,
 * `kustomization`, `component` or `transfer-component`. What stands behind goes to the part.
 */
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const [part, ...args] = process.argv.slice(2);
const built = await run('nx', ['run-many', '-t', 'build', '-p', 'ship', '@kcp-runtime/*', 'nx-plugin', 'postgres-provider'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('node', ['--enable-source-maps', join('tools', 'ship', 'dist', part, 'main.js'), ...args]);
