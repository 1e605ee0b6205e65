/**
 * `npm run publish-packages`: builds the packages and publishes them to the registry that npm is set to. In GitHub's workflow they say which
 * repository they are of, as npm's provenance asks for. `-- --dry-run` publishes nothing.
 */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap(import.meta.url);
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const steps = [
  ...(repository === undefined ? [] : [['npm', ['pkg', 'set', 'repository.type=git', `repository.url=git+${server}/${repository}.git`, '--workspaces']]]),
  ['nx', ['run-many', '-t', 'build', '-p', '@kcp-runtime/*', 'nx-plugin']],
  ['nx', ['release', 'publish', ...process.argv.slice(2)]],
];
for (const [command, args] of steps) {
  process.exitCode = await run(command, args);
  if (process.exitCode !== 0) break;
}
