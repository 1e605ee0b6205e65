import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { scriptOf, workflowSteps } from './npm-scripts.js';

const workflows = ownFiles().filter((file) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(file));
const { scripts } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('a workflow', () => {
  it.each(workflows)('%s runs scripts of package.json alone, so that its steps can be tried on any machine', (file) => {
    const steps = workflowSteps(readFileSync(join(workspaceRoot, file), 'utf8'));
    expect(steps).not.toEqual([]);
    expect(steps.filter(({ command }) => !((scriptOf(command) ?? '') in scripts))).toEqual([]);
  });
});

describe('a step', () => {
  it('is read with its line', () => expect(workflowSteps('steps:\n  - run: npm test\n')).toEqual([{ line: 2, command: 'npm test' }]));
  it.each(['npm test && curl example.org', 'npx nx build', '|', 'npm run docs; true'])('that is more than a script is told from one: %s', (command) => expect(scriptOf(command)).toBeUndefined());
});
