/** `npm run check`: lint, types and unit tests; what to run before each commit. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
process.exitCode = await run('nx', ['run-many', '-t', 'lint', 'typecheck', 'test', '--exclude', 'conformance']);
