/** `npm run try-packages`: the packed packages in a new project outside of this repository, on Nest 12, or 11 with `NEST=11`. */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const built = await run('nx', ['run-many', '-t', 'build'], { output: 'onFailure' });
if (built !== 0) process.exit(built);
process.exitCode = await run('jest', ['-c', 'tools/ship/jest.config.cjs', 'src/install'], { env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' } });
