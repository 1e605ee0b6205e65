import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { repository } from './repository.fixture.js';
import { runtimeVersions, testVersions, toolVersions } from './versions.js';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifest = (folder: string): Manifest => JSON.parse(readFileSync(`${repository}/${folder}/package.json`, 'utf8')) as Manifest;
const known = { ...manifest('.').devDependencies, ...manifest('apps/postgres-provider').dependencies };
const own = { '@kcp-runtime/nest': manifest('libs/nest').version, '@kcp-runtime/nx': manifest('tools/nx-plugin').version, '@kcp-runtime/testing': manifest('libs/testing').version };

describe('the versions that a provider is made with', () => {
  it.each(Object.entries({ ...runtimeVersions, ...testVersions, ...toolVersions }))('are those that are tested here: %s %s', (name, version) => {
    expect(version).toBe({ ...known, ...own }[name]);
  });
});
