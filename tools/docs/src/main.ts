/** `npm run docs`: writes the site into dist/docs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeApiReference } from './reference/api-reference.js';
import { writeSite } from './site/write-site.js';
import { workspaceRoot } from './workspace-root.js';

const folder = join(workspaceRoot, 'dist', 'docs');
const count = writeSite(workspaceRoot, folder, (file) => existsSync(join(workspaceRoot, file)));
await writeApiReference(workspaceRoot, join(folder, 'api'));
process.stdout.write(`${count} pages and the API of the packages stand in ${folder}; begin at index.html.\n`);
