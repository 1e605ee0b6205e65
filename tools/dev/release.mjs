/**
 * `npm run release`: takes the version plans, and makes of them the next version of all packages, its entry in CHANGELOG.md, a commit and a
 * tag. Nothing is published: that is the work of the workflow that the tag starts. `-- --dry-run` only shows it.
 */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
process.exitCode = await run('nx', ['release', '--skip-publish', ...process.argv.slice(2)]);
