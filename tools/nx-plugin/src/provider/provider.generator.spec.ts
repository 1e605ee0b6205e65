import { readJson, readNxJson } from '@nx/devkit';
import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { OptionRefused } from '../plan/option-refused.js';
import type { Mode } from '../plan/provider-plan.js';
import provider from './provider.generator.js';

const source = (tree: Tree, file: string): string => tree.read(`apps/post-provider/${file}`, 'utf8') ?? '';

interface Manifest {
  readonly nx: { readonly targets: Readonly<Record<string, { readonly configurations?: object }>> };
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const targetsOf = (tree: Tree, project: string): Manifest['nx']['targets'] => readJson<Manifest>(tree, `apps/${project}/package.json`).nx.targets;

describe('a new provider', () => {
  let tree: Tree;
  beforeEach(() => void (tree = createTreeWithEmptyWorkspace()));

  it('is an app, its end-to-end project, and a workflow', () => {
    provider(tree, { name: 'post' });
    const written = ['apps/post-provider/Dockerfile', 'apps/post-provider/README.md', 'apps/post-provider/docs/order.md', 'apps/post-provider/src/main.ts', 'apps/post-provider-e2e/src/kcp.e2e.ts', 'apps/post-provider-e2e/src/standard.e2e.ts', '.github/workflows/post-provider.yml'];
    expect(written.filter((file) => !tree.exists(file))).toEqual([]);
  });

  it('is named once, whether or not the word provider is said', () => {
    provider(tree, { name: 'post-provider' });
    expect(source(tree, 'src/post.provider.ts')).toContain("name: 'post'");
  });

  it('offers what was asked for', () => {
    provider(tree, { name: 'post', api: 'LetterBox', group: 'post.example.org', workload: 'sometimes', customer: ['secrets', 'reads:apps/deployments'], worker: ['configmaps'], references: ['Secret', 'ConfigMap'], instances: 'many' });
    const offer = source(tree, 'src/letter-box.offer.ts');
    const lines = [
      "customer: [manages('', 'secrets'), reads('apps', 'deployments')],",
      "worker: [manages('', 'configmaps')],",
      "workload: ({ spec }) => spec.plan === 'dedicated',",
      "instances: 'many',",
      "references: ({ config }) => [{ kind: 'Secret', name: config.secretName }, { kind: 'ConfigMap', name: config.configMapName }],",
    ];
    expect(lines.filter((line) => !offer.includes(line))).toEqual([]);
    expect(source(tree, 'src/api/letter-box.ts')).toContain("@ServiceApi({ group: 'post.example.org', version: 'v1alpha1', kind: 'LetterBox' })");
  });

  it('may be for one mode', () => {
    provider(tree, { name: 'post', modes: ['standard'] });
    expect(source(tree, 'src/post.provider.ts')).toContain("modes: ['standard']");
    expect(tree.exists('apps/post-provider-e2e/src/standard.e2e.ts')).toBe(true);
    expect(tree.exists('apps/post-provider-e2e/src/kcp.e2e.ts')).toBe(false);
  });

  it.each<[Mode[] | undefined, string[]]>([
    [undefined, ['emulator', 'platform', 'binary', 'container']],
    [['standard'], ['emulator', 'platform']],
    [['kcp'], ['emulator', 'binary', 'container']],
  ])('for the modes %j is tried end to end on the servers of these', (modes, configurations) => {
    provider(tree, { name: 'post', ...(modes === undefined ? {} : { modes }) });
    expect(Object.keys(targetsOf(tree, 'post-provider-e2e')['e2e']?.configurations ?? {})).toEqual(configurations);
  });

  it('has a workflow of which each step runs a target that there is, or makes the image', () => {
    provider(tree, { name: 'post' });
    const { jobs } = load(tree.read('.github/workflows/post-provider.yml', 'utf8') ?? '') as Workflow;
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const [, targets = '', projects = ''] = /^npx nx run-many -t (.+) -p (\S+)$/.exec(commands[1] ?? '') ?? [];
    const known = ['build', 'typecheck', 'lint', 'test', ...projects.split(',').flatMap((project) => Object.keys(targetsOf(tree, project)))];
    expect(targets.split(' ').filter((target) => !known.includes(target))).toEqual([]);
    expect(commands).toEqual(['npm ci', commands[1], 'npx nx e2e post-provider-e2e', expect.stringMatching(/^docker buildx build --platform=linux\/amd64,linux\/arm64 -f apps\/post-provider\/Dockerfile /)]);
  });

  it('belongs to the scope of its workspace', () => {
    tree.write('package.json', '{ "name": "@acme/source" }');
    provider(tree, { name: 'post' });
    expect(readJson(tree, 'apps/post-provider/package.json')).toMatchObject({ name: '@acme/post-provider' });
  });

  it('is known to TypeScript, to npm and to Nx', () => {
    provider(tree, { name: 'post' });
    expect(readJson(tree, 'tsconfig.json')).toMatchObject({ references: [{ path: './apps/post-provider' }, { path: './apps/post-provider-e2e' }] });
    expect(readJson(tree, 'package.json')).toMatchObject({ workspaces: expect.arrayContaining(['apps/*']) });
    expect(readNxJson(tree)?.plugins).toHaveLength(3);
  });

  it('refers to the sources of packages that are in the workspace', () => {
    tree.write('libs/nest/package.json', '{ "name": "@kcp-runtime/nest" }');
    tree.write('libs/nest/tsconfig.lib.json', '{}');
    tree.write('package.json', '{ "name": "house", "workspaces": ["libs/*"] }');
    provider(tree, { name: 'post' });
    expect(readJson(tree, 'apps/post-provider/tsconfig.lib.json')).toMatchObject({ references: [{ path: '../../libs/nest/tsconfig.lib.json' }] });
  });

  it('leaves the rules of the house as they are', () => {
    const house = { 'eslint.config.mjs': 'export default [];\n', 'tsconfig.base.json': '{"compilerOptions":{}}\n' };
    for (const [file, content] of Object.entries(house)) tree.write(file, content);
    provider(tree, { name: 'post' });
    expect(Object.fromEntries(Object.keys(house).map((file) => [file, tree.read(file, 'utf8')]))).toEqual(house);
  });

  it.each([
    ['a name that is no DNS label', { name: 'Post Office' }],
    ['a kind that no server takes', { name: 'post', api: 'letter-box' }],
    ['a right without a resource', { name: 'post', customer: ['apps/'] }],
  ])('is refused with %s, and nothing is written', (_what, schema) => {
    expect(() => provider(tree, schema)).toThrow(OptionRefused);
    expect(tree.exists('apps')).toBe(false);
  });
});
