import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ownFiles } from '../workspace/own-files.js';
import { workspaceRoot } from '../workspace/workspace-root.js';
import { importCycles } from './import-cycles.js';

// Reported as swc-project/swc#6176
describe('the sources of the repository', () => {
  it('import each other in one direction only', () => {
    const sources = ownFiles()
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => ({ path, text: readFileSync(join(workspaceRoot, path), 'utf8') }));
    expect(sources.length).toBeGreaterThan(100);
    expect(importCycles(sources)).toEqual([]);
  });
});

describe('files that import each other', () => {
  const file = (path: string, text: string) => ({ path, text });

  it('are found over several steps', () => {
    const files = [file('a/one.ts', "import { two } from '../b/two.js';"), file('b/two.ts', "export { three } from './three.js';"), file('b/three.ts', "import {\n  one,\n} from '../a/one.js';")];
    expect(importCycles(files)).toEqual([['a/one.ts', 'b/three.ts', 'b/two.ts']]);
  });

  it('may do so in types, which are gone at run time', () => {
    expect(importCycles([file('one.ts', "import { two } from './two.js';"), file('two.ts', "import type { One } from './one.js';")])).toEqual([]);
  });

  it('are found when one imports the other for its effects', () => {
    expect(importCycles([file('one.ts', "import './two.js';"), file('two.ts', "import { one } from './one.js';")])).toEqual([['one.ts', 'two.ts']]);
  });
});
