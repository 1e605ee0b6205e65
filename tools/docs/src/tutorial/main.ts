/** Does the tutorial in tmp/boxes of the repository, as its page says, and prints how long each of its blocks of commands takes. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { workspaceRoot } from '../workspace-root.js';
import { blocksOf } from './blocks.js';
import { runTutorial } from './run-tutorial.js';

const folder = join(workspaceRoot, 'tmp', 'boxes');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const env = { ...process.env, PATH: `${join(workspaceRoot, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}` };
const onRun = (commands: string, ms: number): void => void process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${commands.trim().split('\n').join(' ; ')}\n`);
await runTutorial(blocksOf(readFileSync(join(workspaceRoot, 'docs', 'tutorial.md'), 'utf8')), { folder, env, signal: AbortSignal.timeout(600_000), onRun });
