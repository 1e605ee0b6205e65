import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { publishedPackages } from '../packages/published-packages.js';
import { step } from '../step.js';
import { workspaceRoot } from '../workspace-root.js';

jest.setTimeout(180_000);

describe('a release, shown in a clone with one version plan', () => {
  let clone: string;
  let shown: string;

  beforeAll(async () => {
    clone = mkdtempSync(join(tmpdir(), 'release-'));
    await step(workspaceRoot, 'git', 'clone', '--quiet', workspaceRoot, clone);
    symlinkSync(join(workspaceRoot, 'node_modules'), join(clone, 'node_modules'));
    await mkdir(join(clone, '.nx', 'version-plans'), { recursive: true });
    writeFileSync(join(clone, '.nx', 'version-plans', 'trial.md'), '---\n__default__: minor\n---\n\nBoxes are counted.\n');
    shown = await step(clone, join('node_modules', '.bin', 'nx'), 'release', '--dry-run', '--skip-publish');
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it.each(publishedPackages().map(({ manifest }) => manifest.name))('gives a new version to %s', (name) => {
    expect(shown).toMatch(new RegExp(`"name": "${name}",\\n-\\s+"version": ".*",\\n\\+\\s+"version": "`));
  });

  it('gives one version to all, and to what needs them', () => {
    const versions = [...shown.matchAll(/^\+\s+"(?:version|@kcp-runtime\/[\w-]+)": "(.*)"/gm)].map(([, version]) => version);
    expect(versions.length).toBeGreaterThan(publishedPackages().length);
    expect(new Set(versions).size).toBe(1);
  });

  it('tells what the plan says in the changelog', () => {
    expect(shown).toMatch(/^\+ ## \d+\.\d+\.\d+/m);
    expect(shown).toContain('+ - Boxes are counted.');
  });
});
