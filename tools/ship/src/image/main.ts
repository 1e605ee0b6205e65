/** `npm run images`: both images for this machine, on NODE_IMAGE, or with `--local-base` on one that is made of this machine's own Node. */
import { buildImages } from './images.js';
import { makeLocalBase } from './local-base.js';

const base = process.argv.includes('--local-base') ? await makeLocalBase() : (process.env['NODE_IMAGE'] ?? 'node:24-slim');
const { provider, emulator } = await buildImages(base);
process.stdout.write(`${provider}\n${emulator}\n`);
