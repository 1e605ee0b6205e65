import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { postgres } from '@kcp-runtime/postgres-provider';
import { printedManifests } from '@kcp-runtime/testing';
import { finish } from '../workspace/finish.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { buildProducts } from './products.js';

const BUILD_DEADLINE_MS = 300_000;
const PRINT_DEADLINE_MS = 30_000;

/** Tests run through swc and products through tsc, and the two write different metadata for some types. */
describe('the built provider', () => {
  beforeAll(buildProducts, BUILD_DEADLINE_MS);

  it.each([[[]], [['--kcp']]])(
    'prints the manifests that its sources print, with the flags %j',
    async (flags: string[]) => {
      const built = await finish(process.execPath, [join(workspaceRoot, 'apps/postgres-provider/dist/main.js'), 'manifests', ...flags], { cwd: workspaceRoot, deadlineMs: PRINT_DEADLINE_MS });
      expect(built).toEqual({ code: 0, stdout: await printedManifests(postgres, ...flags), stderr: '' });
      expect(built.stdout).toContain('apiVersion:');
    },
    PRINT_DEADLINE_MS * 2,
  );
});
