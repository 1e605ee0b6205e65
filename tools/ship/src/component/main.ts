/**
 * `npm run component`: the provider as a component of the Open Component Model, into dist/component. It has the image that was pushed last, or
 * the one of `--image=<repository>@sha256:<digest>`, and in GitHub's workflow the state of the sources.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenImage } from '../image/pushed-image.js';
import { workspaceRoot } from '../workspace-root.js';
import { writeComponent } from './write-component.js';

const { values } = parseArgs({
  options: {
    image: { type: 'string' },
    name: { type: 'string', default: 'open-control-plane.io/kcp-runtime/postgres-provider' },
  },
});
const { version } = JSON.parse(readFileSync(join(workspaceRoot, 'apps', 'postgres-provider', 'package.json'), 'utf8')) as { version: string };
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = process.env;
const source = repository === undefined || commit === undefined ? undefined : { repository: `${server}/${repository}`, commit };
const folder = join(workspaceRoot, 'dist', 'component');
const { component } = await writeComponent(folder, { name: values.name, version, image: await chosenImage(values.image), source });
process.stdout.write(`${component.name} ${component.version} in ${folder}\n`);
for (const { name, digest } of component.resources) process.stdout.write(`  ${name.padEnd(32)} sha256:${digest.value}\n`);
