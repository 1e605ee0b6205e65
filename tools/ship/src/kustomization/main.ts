/**
 * `npm run kustomization`: what installs the provider where there is kcp and no openMCP, into dist/kustomization, as a folder and as one
 * file. It runs the image that was pushed last, or the one of `--image=<reference>`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenImage } from '../image/pushed-image.js';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';
import { writeKustomization } from './write-kustomization.js';

const { values } = parseArgs({ options: { image: { type: 'string' } } });
const folder = join(workspaceRoot, 'dist', 'kustomization');
await writeKustomization(folder, await chosenImage(values.image));
await step(folder, 'tar', '--create', '--gzip', `--file=${folder}.tgz`, '.');
process.stdout.write(`${folder}\n${folder}.tgz\n`);
