/** `npm run transfer-component`: puts what `npm run component` made into COMPONENT_REPOSITORY. Needs the ocm program; `--dry-run` prints its call. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } });
const { COMPONENT_REPOSITORY: repository = 'localhost:5000/components' } = process.env;
const call = ['transfer', 'commontransportarchive', join('dist', 'component', 'archive'), repository];
process.stdout.write(values['dry-run'] ? `ocm ${call.join(' ')}\n` : await step(workspaceRoot, 'ocm', ...call));
