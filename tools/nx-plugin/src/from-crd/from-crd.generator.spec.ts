import { readFileSync } from 'node:fs';
import { addProjectConfiguration, logger } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiExists } from '../api/api.generator.js';
import { repository } from '../workspace/repository.fixture.js';
import { CrdNotUnderstood } from './crd.js';
import fromCrd, { ProjectMissing } from './from-crd.generator.js';
import { sampleCrd } from './moved.fixture.js';

const project = 'moved-provider';
const folder = 'apps/moved-provider/src';

describe('nx g @kcp-runtime/nx:from-crd', () => {
  let tree: Tree;
  const warn = jest.spyOn(logger, 'warn');
  const info = jest.spyOn(logger, 'info');

  beforeEach(() => {
    warn.mockImplementation(() => undefined);
    info.mockImplementation(() => undefined);
    tree = createTreeWithEmptyWorkspace();
    addProjectConfiguration(tree, project, { root: 'apps/moved-provider' });
    for (const name of ['cache', 'config', 'from-go', 'left-out']) tree.write(`${name}.yaml`, sampleCrd(name));
  });
  afterEach(() => void jest.clearAllMocks());

  it('puts what is ordered among the APIs, and what configures a provider into its config', () => {
    fromCrd(tree, { crd: 'cache.yaml', project });
    fromCrd(tree, { crd: 'config.yaml', project });
    expect([tree.exists(`${folder}/api/cache.ts`), tree.exists(`${folder}/config/cache-config.ts`)]).toEqual([true, true]);
  });

  it('makes a file of each one in the YAML', () => {
    fromCrd(tree, { crd: 'left-out.yaml', project });
    expect([tree.exists(`${folder}/api/relic.ts`), tree.exists(`${folder}/api/rule.ts`)]).toEqual([true, true]);
  });

  it('takes the version that is named in place of the stored one', () => {
    tree.write('both.yaml', sampleCrd('left-out').split('---')[0] ?? '');
    fromCrd(tree, { crd: 'both.yaml', project, version: 'v1' });
    expect(tree.read(`${folder}/api/relic.ts`, 'utf8')).toContain("version: 'v1'");
  });

  it('warns of what is left out, and tells the rest', () => {
    fromCrd(tree, { crd: 'left-out.yaml', project });
    fromCrd(tree, { crd: 'cache.yaml', project });
    expect(warn.mock.calls.map(([line]) => String(line).split('\n')[0])).toEqual(['Relic (relics.moved.example.org, v2)', 'Rule (rules.moved.example.org, v1)']);
    expect(info.mock.calls.map(([line]) => String(line).split('\n')[0])).toEqual(['Cache (caches.moved.example.org, v1beta2)']);
  });

  it('warns of a number that JavaScript rounds', () => {
    tree.write('huge.yaml', sampleCrd('from-go').replace('default: fifo', 'default: 9007199254740993'));
    fromCrd(tree, { crd: 'huge.yaml', project });
    expect(warn.mock.calls.join()).toContain('spec.mode: default (holds a whole number that JavaScript rounds)');
  });

  it('never replaces a file, and writes none when one of them is there', () => {
    tree.write(`${folder}/api/rule.ts`, 'mine');
    expect(() => fromCrd(tree, { crd: 'left-out.yaml', project })).toThrow(ApiExists);
    expect([tree.read(`${folder}/api/rule.ts`, 'utf8'), tree.exists(`${folder}/api/relic.ts`)]).toEqual(['mine', false]);
  });

  it('needs a project', () => {
    expect(() => fromCrd(tree, { crd: 'cache.yaml', project: 'nobody' })).toThrow(ProjectMissing);
  });

  it.each([
    ['a file that is not there', undefined],
    ['an empty file', '---\n'],
    ['something that is no YAML', 'a: [\n'],
    ['another kind', 'apiVersion: v1\nkind: Secret\n'],
    ['an older CustomResourceDefinition', sampleCrd('from-go').replace('k8s.io/v1', 'k8s.io/v1beta1')],
    ['one without a stored version', sampleCrd('from-go').replace('storage: true', 'storage: false')],
    ['one without a schema', sampleCrd('from-go').replace('openAPIV3Schema', 'schema')],
    ['one without a group', sampleCrd('from-go').replace('group:', 'no:')],
    ['a kind in small letters', sampleCrd('from-go').replace('kind: Queue', 'kind: queue')],
  ])('refuses %s, and writes nothing', (_what, yaml) => {
    if (yaml !== undefined) tree.write('refused.yaml', yaml);
    expect(() => fromCrd(tree, { crd: 'refused.yaml', project })).toThrow(CrdNotUnderstood);
    expect(tree.exists(folder)).toBe(false);
  });

  it('is called as the page for those who come from Go says', () => {
    const page = readFileSync(`${repository}/docs/how-to/migrate-from-go.md`, 'utf8');
    const [, file = '', named = ''] = /nx g @kcp-runtime\/nx:from-crd (\S+) --project=(\S+)/.exec(page) ?? [];
    addProjectConfiguration(tree, named, { root: `apps/${named}` });
    tree.write(file, sampleCrd('from-go'));
    fromCrd(tree, { crd: file, project: named });
    expect(tree.exists(`apps/${named}/src/api/queue.ts`)).toBe(true);
  });
});
