import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workspacePackages } from '../workspace/workspace-packages.js';
import { RECORD_AGAIN, recordFile, surfaceOf } from './api-record.js';
import { SurfaceUnreadable, exportedNames } from './exported-names.js';

const published = workspacePackages().filter(({ isPublished }) => isPublished);

describe('the public surface', () => {
  it.each(published)('of $name is the recorded one', (entry) => {
    const file = recordFile(entry.name);
    const recorded = existsSync(file) ? readFileSync(file, 'utf8') : 'not recorded yet\n';
    const recordAgain = `if this is meant, run: ${RECORD_AGAIN}`;
    expect({ recordAgain, names: surfaceOf(entry).split('\n') }).toEqual({ recordAgain, names: recorded.split('\n') });
  });

  it('is recorded for packages that exist, and for no others', () => {
    const files = published.map(({ name }) => recordFile(name));
    expect(readdirSync(dirname(files[0] ?? '')).sort()).toEqual(files.map((file) => basename(file)).sort());
  });
});

describe('the names of an index file', () => {
  let folder = '';
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'kcp-runtime-surface-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function index(source: string): string {
    const file = join(folder, 'index.ts');
    writeFileSync(file, source);
    return file;
  }

  it('are read with and without values, under the names that they are given out by', () => {
    expect(exportedNames(index("export { b as Bee, type Ant } from './b.js';\nexport type { Cat } from './c.js';\nexport {};\n"))).toEqual(['type Ant', 'Bee', 'type Cat']);
  });

  it('cannot be a whole file', () => {
    expect(() => exportedNames(index("export * from './b.js';\n"))).toThrow(SurfaceUnreadable);
  });
});
