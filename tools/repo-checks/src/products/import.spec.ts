import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildProducts, products } from './products.js';
import { builtEntry, importInProcess } from './import-probe.js';

const BUILD_DEADLINE_MS = 300_000;
const IMPORT_DEADLINE_MS = 60_000;
const IDLE = { exitCode: 0, openHandles: [], wrote: '' };

const inline = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

describe('the import of a built package', () => {
  beforeAll(buildProducts, BUILD_DEADLINE_MS);

  it.each(products())('does no work: $name', async (entry) => expect(await importInProcess(builtEntry(entry))).toEqual(IDLE), IMPORT_DEADLINE_MS);
});

describe('a module that works when it is imported', () => {
  it.each([
    ['it leaves a timer', 'setTimeout(() => {}, 10);', { openHandles: ['Timeout'] }],
    ['it prints', 'process.stderr.write("hello");', { wrote: 'hello' }],
    ['it writes a file', 'import { writeFileSync } from "node:fs"; writeFileSync("written-by-import", "");', { exitCode: 1 }],
    ['it starts a process', 'import { spawnSync } from "node:child_process"; spawnSync(process.execPath, ["--version"]);', { exitCode: 1 }],
  ])('is found out: %s', async (_says, source, seen) => expect(await importInProcess(inline(source))).toMatchObject(seen), IMPORT_DEADLINE_MS);
});
