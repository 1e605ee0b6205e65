import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Block } from './blocks.js';
import { missingLines } from './missing-lines.js';

const execute = promisify(execFile);

/** A block of a tutorial did not do what the page says. */
export class TutorialFailed extends Error {
  override readonly name = 'TutorialFailed';
  constructor(line: number, what: string, output: string) {
    super(`The block in line ${line} ${what}. Mend the page or the code. It printed:\n${output}`);
  }
}

/** Does in a folder what a reader does: writes the files, runs the commands one after the other, compares what they print. */
export async function runTutorial(blocks: readonly Block[], folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  let printed = '';
  for (const block of blocks) {
    switch (block.kind) {
      case 'file':
        mkdirSync(dirname(join(folder, block.path)), { recursive: true });
        writeFileSync(join(folder, block.path), block.text);
        break;
      case 'run':
        printed = await run(block, folder, env, signal);
        break;
      case 'output': {
        const missing = missingLines(block.text, printed);
        if (missing.length > 0) throw new TutorialFailed(block.line, `promises what is not printed: ${missing.join(' | ')}`, printed);
      }
    }
  }
}

async function run({ text, line }: Block, cwd: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  try {
    const { stdout, stderr } = await execute('bash', ['-euo', 'pipefail', '-c', text], { cwd, env, signal });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new TutorialFailed(line, `failed (${message.split('\n')[0]})`, stdout + stderr);
  }
}
