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

/** Where a tutorial is done. */
export interface Reader {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Hears of each block of commands that has ended, and how long it took. */
  readonly onRun?: (commands: string, ms: number) => void;
}

/** Does in a folder what a reader does: writes the files, runs the commands one after the other, compares what they print. */
export async function runTutorial(blocks: readonly Block[], reader: Reader): Promise<void> {
  const { folder, onRun = () => undefined } = reader;
  let printed = '';
  for (const block of blocks) {
    switch (block.kind) {
      case 'file':
        mkdirSync(dirname(join(folder, block.path)), { recursive: true });
        writeFileSync(join(folder, block.path), block.text);
        break;
      case 'run': {
        const begun = performance.now();
        printed = await run(block, reader);
        onRun(block.text, performance.now() - begun);
        break;
      }
      case 'output': {
        const missing = missingLines(block.text, printed);
        if (missing.length > 0) throw new TutorialFailed(block.line, `promises what is not printed: ${missing.join(' | ')}`, printed);
      }
    }
  }
}

async function run({ text, line }: Block, { folder: cwd, env, signal }: Reader): Promise<string> {
  try {
    const { stdout, stderr } = await execute('bash', ['-euo', 'pipefail', '-c', text], { cwd, env, signal });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new TutorialFailed(line, `failed (${message.split('\n')[0]})`, stdout + stderr);
  }
}
