import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { recommended } from '../eslint/plugin.js';
import { idle, unnamed } from './differences.fixture.js';
import type { Moved } from './moved.fixture.js';
import { moveCrds, randomCrds, sampleCrd } from './moved.fixture.js';
import { noteLines } from './note.js';

jest.setTimeout(240_000);

/** Another seed or more of them: `SEED=7 COUNT=500`. */
const { SEED: seed = '1', COUNT: count = '80' } = process.env;

const SAMPLES = ['Cache', 'CacheConfig', 'Queue', 'Relic', 'Rule'];

describe('the classes of a CustomResourceDefinition', () => {
  let all: ReadonlyMap<string, Moved>;
  const moved = (kind: string): Moved => all.get(kind) as Moved;

  beforeAll(async () => {
    all = await moveCrds(...['cache', 'config', 'from-go', 'left-out'].map(sampleCrd), randomCrds(Number(seed), Number(count)));
  });

  it('make the same one again, word by word, where they can say all of it', () => {
    const { given, built } = moved('Cache');
    expect(built).toEqual(given);
  });

  it.each(SAMPLES.filter((kind) => kind !== 'Cache'))('come with a note for each difference of %s, and for nothing else', (kind) => {
    const { differences, notes } = moved(kind);
    expect({ found: differences.length > 0, unnamed: unnamed(differences, notes), idle: idle(differences, notes) }).toEqual({ found: true, unnamed: [], idle: [] });
  });

  it(`come with such notes whatever the schema (SEED=${seed})`, () => {
    const wrong = [...all].flatMap(([kind, { text, differences, notes }]) => {
      const found = { unnamed: unnamed(differences, notes), idle: idle(differences, notes) };
      return found.unnamed.length + found.idle.length > 0 ? [{ kind, text, ...found }] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('tell what is left out, what is otherwise and what the server alone checks', () => {
    expect(noteLines(moved('Relic').notes)).toEqual([
      'Left out, since no decorator says it:',
      '  conversion',
      '  versions v1',
      '  version: deprecated',
      '  version: selectableFields',
      '  version.subresources: scale',
      '  column Name: format',
      '  the whole object: oneOf',
      '  metadata',
      '  data',
      '  spec: x-kubernetes-preserve-unknown-fields',
      '  spec: minProperties',
      '  spec.valueOf',
      'Not as in the CustomResourceDefinition:',
      '  names: listKind (is RelicList)',
      '  version.subresources: status (is there)',
      '  spec: required (is not required, since it is filled in)',
      '  spec: default (is {}, so that the defaults in it count)',
      "The runtime's own stands in its place:",
      '  status',
      'Said in other words that mean the same:',
      '  version: additionalPrinterColumns',
      '  apiVersion',
      '  kind',
    ]);
  });

  it('have names that nothing else in their file has', () => {
    expect(moved('Rule').text).toContain("export class RuleApi extends serviceObject(RuleSpec, RuleStatus) {}");
    expect(moved('Cache').text.match(/(?<=^export class )Cache(ListenAddress|Spec|Status)\d? /gm)).toEqual(['CacheListenAddress ', 'CacheListenAddress2 ', 'CacheStatus2 ', 'CacheSpec ', 'CacheStatus ']);
  });

  it('have a decorator on every property, and are red in lint with one that has none', () => {
    const parser = { languageOptions: { parser: tseslint.parser as Linter.Parser }, files: ['**/*.ts'] };
    const complaints = (source: string) => new Linter().verify(source, [parser, recommended], 'api.ts').map(({ message }) => message);
    const planted = moved('Cache').text.replace('export class CacheListenersTls {', 'export class CacheListenersTls {\n  planted?: string;\n');
    expect(SAMPLES.flatMap((kind) => complaints(moved(kind).text))).toEqual([]);
    expect(complaints(planted)).toEqual([expect.stringMatching(/^CacheListenersTls\.planted has no decorator/)]);
  });
});
