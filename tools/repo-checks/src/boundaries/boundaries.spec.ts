import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlantedWorkspace } from './planted-workspace.js';
import type { LintOutcome } from './planted-workspace.js';
import { allowedImports, forbiddenImports } from './plantings.js';

const DEADLINE_MS = 180_000;
const PROJECTS = ['@kcp-runtime/kube', '@kcp-runtime/emulator', '@kcp-runtime/testing', 'nx-plugin', 'postgres-provider'];

describe('lint, run through nx', () => {
  let planted: PlantedWorkspace | undefined;
  let outcome: LintOutcome = { exitCode: null, output: 'lint did not run', complaints: new Map() };

  beforeAll(async () => {
    planted = PlantedWorkspace.create();
    for (const { file, source } of [...forbiddenImports, ...allowedImports]) planted.plant(file, source);
    // The way back of the cycle, which is allowed for itself.
    planted.plant('tools/conformance/src/cycle.ts', "export type { KcpServer } from '@kcp-runtime/testing';\n");
    outcome = await planted.lint(PROJECTS);
  }, DEADLINE_MS);
  afterAll(() => planted?.remove());

  it.each(forbiddenImports)('is red where $says', ({ file, refusedBy }) => {
    expect({ complaints: outcome.complaints.get(file), output: outcome.output }).toMatchObject({
      complaints: [{ rule: refusedBy?.rule, message: expect.stringMatching(refusedBy?.message ?? /never/) }],
    });
  });

  it.each(allowedImports)('is green where $says', ({ file }) => {
    expect(outcome.complaints.get(file) ?? outcome.output).toEqual([]);
  });

  it('ends with a failure when something is red', () => {
    expect(outcome.exitCode).toBe(1);
  });
});
