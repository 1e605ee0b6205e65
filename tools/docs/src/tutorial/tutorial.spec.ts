import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-root.js';
import { blocksOf } from './blocks.js';
import { missingLines } from './missing-lines.js';
import { runTutorial } from './run-tutorial.js';

const TEN_MINUTES = 600_000;

/** A reader has no settings of this test. */
function readersEnv(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _ofJest, NODE_ENV: _too, ...env } = process.env;
  return { ...env, PATH: `${join(workspaceRoot, 'node_modules', '.bin')}:${env['PATH']}` };
}

describe('the tutorial', () => {
  let folder: string;

  beforeEach(() => {
    mkdirSync(join(workspaceRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(workspaceRoot, 'tmp', 'tutorial-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('does what it says when its blocks are taken one after the other', async () => {
    const blocks = blocksOf(readFileSync(join(workspaceRoot, 'docs', 'tutorial.md'), 'utf8'));
    expect(blocks.some(({ kind }) => kind === 'output')).toBe(true);
    await runTutorial(blocks, { folder, env: readersEnv(), signal: AbortSignal.timeout(TEN_MINUTES) });
  }, TEN_MINUTES);

  const run = (markdown: string): Promise<void> => runTutorial(blocksOf(markdown), { folder, env: readersEnv(), signal: AbortSignal.timeout(TEN_MINUTES) });

  it('fails at a command that fails', async () => {
    await expect(run('```sh run\necho before; exit 3\n```\n')).rejects.toThrow(/line 1 failed[\s\S]*before/);
  });

  it('fails at output that is not printed', async () => {
    await expect(run('```sh run\necho one\n```\n\n```text output\nother\n```\n')).rejects.toThrow('line 5 promises what is not printed: other');
  });

  it('writes files before they are used', async () => {
    await run('```json file=a/b.json\n{}\n```\n\n```sh run\ncat a/b.json\n```\n\n```text output\n{}\n```\n');
  });
});

describe('the blocks of a tutorial', () => {
  it('are refused when nobody runs or compares them', () => {
    expect(() => blocksOf('# A\n\n```sh\nls\n```\n')).toThrow('The block in line 3 ("sh") is neither run nor output');
  });

  it('are refused when an output follows no run', () => {
    expect(() => blocksOf('```text output\na\n```\n')).toThrow('line 1 follows no block');
  });
});

describe('promised lines', () => {
  it('may leave out what changes, and stand among others', () => {
    expect(missingLines('a … c\nd\n', 'x\na b c\ny\nd\n')).toEqual([]);
  });

  it('are missed out of order', () => {
    expect(missingLines('a\nb\n', 'b\na\n')).toEqual(['b']);
  });
});
