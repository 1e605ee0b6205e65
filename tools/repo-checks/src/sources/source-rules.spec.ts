import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { brokenPaths, brokenText } from './broken-rules.js';
import { pathRules, textRules } from './source-rules.js';

const files = ownFiles().map((path) => ({ path, text: () => readFileSync(join(workspaceRoot, path), 'utf8') }));

describe('every file of the repository', () => {
  it('is looked at', () => expect(files.length).toBeGreaterThan(100));
  it.each(textRules)('keeps the rule: $rule', (rule) => expect(brokenText(rule, files)).toEqual([]));
  it.each(pathRules)('lies where it may: $rule', (rule) => expect(brokenPaths(rule, files)).toEqual([]));
});

describe('a file that breaks a rule', () => {
  // Put together here, so that this file keeps the rules that it shows broken.
  const at = '/';
  const samples: readonly (readonly [string, string, string])[] = [
    ['client-node', 'libs/nest/src/a.ts', `import { KubeConfig } from '@kubernetes${at}client-node';`],
    ['client-node', 'libs/nest/src/a.ts', `await import('@kubernetes${at}client-node');`],
    ['printed', 'libs/nest/src/a.ts', ['console', 'log("x")'].join('.')],
    ['machine', 'docs/a.md', `Look at ${at}home/somebody/project.`],
    ['machine', 'libs/nest/src/a.spec.ts', `const file = '${at}tmp/results.json';`],
    ['registry', 'package-lock.json', ['"resolved"', '"https://packages.example.org/a.tgz"'].join(': ')],
    ['registry', '.npmrc', ['registry=https:', '', 'registry', 'npmjs.org'].join(at).replace(`registry${at}npm`, 'registry.npm')],
    ['left out', 'libs/nest/src/a.spec.ts', ['it', "only('works', () => undefined);"].join('.')],
    ['left out', 'libs/nest/src/a.spec.ts', ['x', "it('works', () => undefined);"].join('')],
  ];

  it.each(samples)('is named by its line (%s, %s)', (word, path, line) => {
    const rules = textRules.filter(({ rule }) => rule.includes(word));
    expect(rules.flatMap((rule) => brokenText(rule, [{ path, text: () => `first line\n${line}\n` }]))).toEqual([`${path}:2: ${line}`]);
  });

  it.each([['libs/kube/src/watch/index.ts'], ['libs/kube/src/utils/retry.ts'], ['apps/postgres-provider/src/types/order.ts']])('is named by its path (%s)', (path) => {
    const found = pathRules.flatMap((rule) => brokenPaths(rule, [{ path, text: () => '' }]));
    expect(found).toEqual([path]);
  });

  it('is not a path inside a server', () => {
    const machine = textRules.filter(({ rule }) => rule.includes('machine'));
    expect(machine.flatMap((rule) => brokenText(rule, [{ path: 'a.ts', text: () => "get('/clusters/root/api/v1')" }]))).toEqual([]);
  });
});
