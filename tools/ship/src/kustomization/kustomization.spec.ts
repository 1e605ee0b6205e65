import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readImageReference } from '../image/image-reference.js';
import { writeKustomization } from './write-kustomization.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kustomization-'));
  await writeKustomization(folder, readImageReference(`images.example.org/postgres-provider:v1@sha256:${'b'.repeat(64)}`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('the kustomization', () => {
  it('runs the image by its digest', () => {
    expect(text('provider/kustomization.yaml')).toContain(`newName: images.example.org/postgres-provider\n    digest: sha256:${'b'.repeat(64)}\n`);
  });

  it('asks for nothing of openMCP', () => expect(text('provider/platform.yaml')).not.toContain('clusters.openmcp.cloud'));

  it('runs as nobody that the machine knows, with a root that it cannot write to', () => {
    for (const line of ['runAsNonRoot: true', 'runAsUser: 65532', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false', 'drop: [ALL]', 'path: /livez', 'path: /readyz']) {
      expect(text('provider/deployment.yaml')).toContain(line);
    }
  });

  it('names the content of no Secret', () => expect(text('config/kustomization.yaml')).not.toMatch(/literals|stringData/));
});
