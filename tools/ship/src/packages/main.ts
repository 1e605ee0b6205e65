/** `npm run packages`: packs what is published into dist/packages, and prints the size of each. */
import { join } from 'node:path';
import { workspaceRoot } from '../workspace-root.js';
import { packInto } from './pack.js';

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`.padStart(9);

const packed = await packInto(join(workspaceRoot, 'dist', 'packages'));
process.stdout.write(`${'package'.padEnd(24)}${'packed'.padStart(9)}${'unpacked'.padStart(9)}  files\n`);
for (const { manifest, packedBytes, unpackedBytes, paths } of packed) {
  process.stdout.write(`${manifest.name.padEnd(24)}${kilobytes(packedBytes)}${kilobytes(unpackedBytes)}  ${paths.length}\n`);
}
