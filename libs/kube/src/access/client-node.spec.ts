import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

describe('@kubernetes/client-node', () => {
  it('is known to one file alone, which is imported only when it is needed', () => {
    const sources = join(import.meta.dirname, '..');
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    const importing = (pattern: RegExp): string[] => files.filter((file) => pattern.test(readFileSync(join(sources, file), 'utf8')));
    expect(importing(/from '@kubernetes\/client-node'/)).toEqual([join('access', 'client-node.ts')]);
    expect(importing(/from '\..*\/client-node\.js'/)).toEqual([]);
  });
});
