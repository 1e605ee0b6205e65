/**
 * `npm run images`: the images for this machine, on NODE_IMAGE, or with `--local-base` on one that is made of this machine's own Node;
 * with `--kcp=<binary>` one of a kcp too. Prints their tags.
 */
import { parseArgs } from 'node:util';
import { buildImages } from './images.js';
import { makeKcpImage, makeLocalBase } from './local-images.js';

const { values } = parseArgs({ options: { 'local-base': { type: 'boolean' }, kcp: { type: 'string' } } });
const base = values['local-base'] ? await makeLocalBase() : (process.env['NODE_IMAGE'] ?? 'node:24-slim');
const { provider, emulator } = await buildImages(base);
const kcp = values.kcp === undefined ? [] : [await makeKcpImage(values.kcp)];
process.stdout.write(`${[provider, emulator, ...kcp].join('\n')}\n`);
