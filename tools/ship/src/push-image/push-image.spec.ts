import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-root.js';
import { pushArguments } from './push-image.js';

const instructions = (dockerfile: string): readonly string[] => {
  const lines = readFileSync(join(workspaceRoot, dockerfile), 'utf8').split('\n').filter((line) => /^[A-Z]+ /.test(line));
  return lines.map((line) => line.split(' ')[0] ?? '');
};

describe('the image of the provider', () => {
  it('is built for both architectures, with what it is made of and by whom', () => {
    const built = pushArguments({ repository: 'images.example.org/postgres-provider', version: '1.2.3', base: 'node:24-slim' }, 'bundle', 'metadata.json');
    expect(built).toEqual(expect.arrayContaining(['--platform=linux/amd64,linux/arm64', '--tag=images.example.org/postgres-provider:v1.2.3', '--sbom=true', '--provenance=mode=max', '--push']));
  });

  it.each(['apps/postgres-provider/Dockerfile', 'libs/emulator/Dockerfile'])('runs nothing while it is built, so that no machine of the other architecture is needed: %s', (dockerfile) => {
    expect(instructions(dockerfile)).toEqual(expect.arrayContaining(['FROM', 'COPY', 'USER', 'ENTRYPOINT']));
    expect(instructions(dockerfile)).not.toContain('RUN');
  });
});
