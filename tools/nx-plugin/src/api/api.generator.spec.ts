import type { Tree } from '@nx/devkit';
import { createTreeWithEmptyWorkspace } from '@nx/devkit/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import provider from '../provider/provider.generator.js';
import { SourceNotUnderstood } from './add-to-source.js';
import api, { ApiExists, GroupNotFound, ProviderMissing } from './api.generator.js';

const folder = 'apps/post-provider/src';

describe('one more API', () => {
  let tree: Tree;
  beforeEach(() => {
    tree = createTreeWithEmptyWorkspace();
    provider(tree, { name: 'post', api: 'Letter' });
  });

  it('is offered beside the first, with a handler of its own', () => {
    api(tree, { kind: 'Parcel', provider: 'post' });
    expect(tree.read(`${folder}/post.provider.ts`, 'utf8')).toContain('offers: [letters, parcels]');
    expect(tree.read(`${folder}/app.module.ts`, 'utf8')).toContain('providers: [LetterHandler, ParcelHandler]');
  });

  it('names a controller of its own, since two orders of one tenant may bear one name', () => {
    api(tree, { kind: 'Parcel', provider: 'post' });
    expect(tree.read(`${folder}/parcel.offer.ts`, 'utf8')).toContain("controller: 'parcel',");
  });

  it('is of the group of its provider, whatever that is', () => {
    provider(tree, { name: 'bank', group: 'money.example.org' });
    api(tree, { kind: 'Loan', provider: 'bank' });
    expect(tree.read('apps/bank-provider/src/api/loan.ts', 'utf8')).toContain("group: 'money.example.org'");
  });

  it('guesses no group', () => {
    tree.write(`${folder}/config/post-config.ts`, 'export class PostConfig {}\n');
    expect(() => api(tree, { kind: 'Parcel', provider: 'post' })).toThrow(GroupNotFound);
  });

  it('never replaces one that is there', () => {
    expect(() => api(tree, { kind: 'Letter', provider: 'post' })).toThrow(ApiExists);
  });

  it('needs a provider', () => {
    expect(() => api(tree, { kind: 'Parcel', provider: 'bank' })).toThrow(ProviderMissing);
  });

  it('is not guessed into a source that looks otherwise, and nothing of it is written', () => {
    tree.write(`${folder}/post.provider.ts`, 'export const post = defineProvider(options);\n');
    expect(() => api(tree, { kind: 'Parcel', provider: 'post' })).toThrow(SourceNotUnderstood);
    expect(tree.exists(`${folder}/parcel.offer.ts`)).toBe(false);
  });
});
