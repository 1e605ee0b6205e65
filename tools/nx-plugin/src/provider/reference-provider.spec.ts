import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FsTree } from 'nx/src/generators/tree.js';
import type { ProviderSchema } from '../plan/provider-plan.js';
import { repository } from '../workspace/repository.fixture.js';
import provider from './provider.generator.js';

/** How the reference provider was made, and by whom its files are written since. */
interface Made {
  readonly options: ProviderSchema;
  readonly own: Readonly<Record<string, string>>;
  readonly leftOut: Readonly<Record<string, string>>;
}

type Json = Readonly<Record<string, unknown>>;

const json = (text: string): unknown => JSON.parse(text) as unknown;
const { options, own, leftOut } = json(readFileSync(join(repository, 'apps/postgres-provider/generated.json'), 'utf8')) as Made;

/** What of a generated JSON file is not in the one that is there; further words there are the provider's own. */
function missing(generated: unknown, there: unknown, path = ''): readonly string[] {
  if (typeof generated !== 'object' || generated === null || Array.isArray(generated)) return JSON.stringify(generated) === JSON.stringify(there) ? [] : [path];
  return Object.entries(generated).flatMap(([word, value]) => missing(value, (there as Json | undefined)?.[word], path === '' ? word : `${path} ${word}`));
}

describe('the reference provider, generated once more with its options', () => {
  /** Of every file that would not be as it is. */
  let changes: ReadonlyMap<string, string>;

  beforeAll(() => {
    const tree = new FsTree(repository, false);
    provider(tree, options);
    changes = new Map(tree.listChanges().map(({ path, content }) => [path, content?.toString('utf8') ?? '']));
  });

  it('is the same, byte for byte, in every file that is not its own', () => {
    expect([...changes.keys()].sort()).toEqual([...Object.keys(own), ...Object.keys(leftOut)].sort());
  });

  it('has what is its own, and nothing that was left out', () => {
    const isThere = (files: object): readonly string[] => Object.keys(files).filter((file) => existsSync(join(repository, file)));
    expect({ own: isThere(own), leftOut: isThere(leftOut) }).toEqual({ own: Object.keys(own), leftOut: [] });
  });

  it('is a project with all that a generated one has', () => {
    const file = 'apps/postgres-provider/package.json';
    expect(missing(json(changes.get(file) ?? '{}'), json(readFileSync(join(repository, file), 'utf8')))).toEqual(['description']);
  });
});
