import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { documentedNames } from './documented-names.js';
import { constantNames, errorClasses, toldReasons } from './told-names.js';

const PAGE = 'docs/reference/errors.md';
const page = readFileSync(join(workspaceRoot, PAGE), 'utf8');
const sources = (files: RegExp) =>
  ownFiles()
    .filter((path) => files.test(path) && !/\.(spec|fixture)\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));

/** Those that the emulator throws as a server are its answers, and so in the table of those; its command has errors of its own. */
const libraries = sources(/^libs\/((kube|schema|openmcp|nest|testing)\/src|emulator\/src\/command)\/.*\.ts$/);
const nest = sources(/^libs\/nest\/src\/.*\.ts$/);
/** Where conditions of the ProviderConfig are made. */
const configSources = sources(/^libs\/nest\/src\/(config|life|orphans|publish)\/.*\.ts$/);

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

describe('the page of errors', () => {
  it.each([
    ['the conditions of an order', /^Conditions of an order/, constantNames(nest, 'CONDITION_TYPES')],
    ['the reasons of an order', /^Reasons of an order/, constantNames(nest, 'Reason')],
    ['the conditions of the ProviderConfig', /^Conditions of the ProviderConfig/, sorted(['OWN_CONDITIONS', 'KCP_CONDITIONS', 'STANDARD_CONDITIONS'].flatMap((constant) => constantNames(nest, constant)))],
    ['the reasons of the ProviderConfig', /^Reasons of the ProviderConfig/, toldReasons(configSources)],
    ['the error classes', /^(Errors|Faults)/, errorClasses(libraries)],
  ])('names %s, and none that is no longer there', (_what, heading, told) => {
    expect(told.length).toBeGreaterThan(0);
    expect({ page: PAGE, names: sorted(documentedNames(page, heading)) }).toEqual({ page: PAGE, names: told });
  });
});

describe('names in sources', () => {
  const file = (text: string) => [{ path: 'a.ts', text }];

  it('are those of error classes, through their parents, without families and what stays within a file', () => {
    const text = 'export class Lost extends Away {}; export abstract class Away extends Error {}; class Hidden extends Error {}; export class Box extends Thing {}';
    expect(errorClasses(file(text))).toEqual(['Lost']);
  });

  it('are reasons, wherever they are made', () => {
    const text = "fault(a ? 'Busy' : 'Gone', 'x'); const f = { status: 'True', reason: 'Serving' }; log.warn('x', { reason: 'It is late' }); g({ reason: error.name });";
    expect(toldReasons(file(text))).toEqual(['Busy', 'Gone', 'Serving']);
  });

  it('are the words of a constant, as a list or as keys', () => {
    const text = "export const TYPES = ['Ready', 'Other'] as const; export const Reason = { A: 'A', B: 'B' } as const; const ALL = ['Own', ...TYPES];";
    expect(['TYPES', 'Reason', 'ALL'].map((name) => constantNames(file(text), name))).toEqual([['Other', 'Ready'], ['A', 'B'], ['Own']]);
  });
});

describe('names on a page', () => {
  it('are the first column of the tables below a heading', () => {
    expect(documentedNames('## One\n\n| a | b |\n|---|---|\n| `X` | y |\n\n## Two\n\n| `Z` | y |\n', /^One/)).toEqual(['X']);
  });
});
