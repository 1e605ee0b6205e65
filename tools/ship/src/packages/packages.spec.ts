import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-root.js';
import { packInto } from './pack.js';

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
const packed = await packInto(folder);
const each = packed.map((one) => [one.manifest.name, one] as const);
const licence = readFileSync(join(workspaceRoot, 'LICENSE'), 'utf8');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(each)('the package %s', (_name, { folder: source, manifest, paths }) => {
  it('has its programs, their types, a README and the licence', () => {
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']));
    expect(readFileSync(join(workspaceRoot, source, 'LICENSE'), 'utf8')).toBe(licence);
    expect(manifest.license).toBe('Apache-2.0');
  });

  it('has no specs, no sources, and no maps of them', () => {
    const ours = paths.filter((path) => !path.startsWith('templates/'));
    expect(ours.filter((path) => /\.(spec|e2e|fixture)\.|^src\/|\.map$|\.tsbuildinfo$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  it('is ESM behind an exports map that names each entry', () => {
    expect(manifest.type).toBe('module');
    expect(Object.keys(manifest.exports ?? {})).toEqual(expect.arrayContaining(['.', './package.json']));
    expect(Object.keys(manifest.exports ?? {}).filter((entry) => entry.includes('*'))).toEqual([]);
  });

  it('leaves the version of a peer to the application', () => {
    expect(Object.entries(manifest.peerDependencies ?? {}).filter(([, range]) => /^\d/.test(range))).toEqual([]);
  });

  it('runs nothing when it is installed', () => {
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([]);
  });
});

describe('the packages that are for Nest', () => {
  it.each(each.filter(([, { manifest }]) => '@nestjs/common' in (manifest.peerDependencies ?? {})))('%s takes Nest 11 and 12', (_name, { manifest }) => {
    expect(manifest.peerDependencies?.['@nestjs/common']).toBe('^11.1.0 || ^12.0.0');
  });
});
