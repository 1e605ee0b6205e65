import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { documentedNames } from './documented-names.js';
import { constantNames, metricNames } from './told-names.js';

const page = readFileSync(join(workspaceRoot, 'docs/reference/metrics.md'), 'utf8');
const sources = (files: RegExp) =>
  ownFiles()
    .filter((path) => files.test(path) && !path.endsWith('.spec.ts'))
    .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));

describe('the page of metrics', () => {
  it.each([
    // Those of the process stand there in one line, by the words that their names begin with.
    ['figure', /^Metrics/, metricNames(sources(/^libs\/nest\/src\/metrics\/(?!process-figures)[^/]*\.ts$/))],
    ['span', /^Spans/, constantNames(sources(/^libs\/nest\/src\/trace\/.*\.ts$/), 'SPANS')],
  ])('names every %s, and none that is no longer there', (_what, heading, told) => {
    expect(told.length).toBeGreaterThan(0);
    expect([...documentedNames(page, heading)].sort()).toEqual(told);
  });
});

describe('names of figures in sources', () => {
  it('are those of instruments, however they are made', () => {
    const text = "new Counter({ name: 'a_total', help: 'x' }); gauge('b', 'x'); new Thing({ name: 'c' }); new Gauge({ name, help });";
    expect(metricNames([{ path: 'a.ts', text }])).toEqual(['a_total', 'b']);
  });
});
