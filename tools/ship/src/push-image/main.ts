/**
 * `npm run push-image`: the provider's image for both architectures, to IMAGE_REPOSITORY, on NODE_IMAGE. With `--dry-run` the command that
 * would do it is printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { imageReferenceText } from '../image/image-reference.js';
import { notePushedImage } from '../image/pushed-image.js';
import { workspaceRoot } from '../workspace-root.js';
import { pushArguments, pushImage } from './push-image.js';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
const { version } = JSON.parse(readFileSync(join(workspaceRoot, 'apps', 'postgres-provider', 'package.json'), 'utf8')) as { version: string };
const push = { repository: process.env['IMAGE_REPOSITORY'] ?? 'kcp-runtime/postgres-provider', version, base: process.env['NODE_IMAGE'] ?? 'node:24-slim' };
if (values['dry-run']) {
  process.stdout.write(`docker ${pushArguments(push, 'apps/postgres-provider/dist/bundle', 'metadata.json').join(' ')}\n`);
} else {
  const image = await pushImage(push);
  await notePushedImage(image);
  process.stdout.write(`${imageReferenceText(image)}\n`);
}
