import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { leaveTerminationMessage } from './termination-message.js';

describe('the reason that a pod leaves behind', () => {
  let folder: string;
  const path = (): string => join(folder, 'termination-log');
  const left = (error: unknown): string => {
    leaveTerminationMessage({ TERMINATION_MESSAGE_PATH: path() }, error);
    return readFileSync(path(), 'utf8');
  };

  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'termination-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('names the error and says what it says', () => {
    expect(left(new RangeError('the cluster is full'))).toBe('RangeError: the cluster is full');
  });

  it('stands alone, whatever an earlier start has left', () => {
    writeFileSync(path(), 'a longer reason than the one that counts now');
    expect(left('broken')).toBe('broken');
  });

  it('is no longer than Kubernetes reads', () => {
    expect(left('x'.repeat(10_000))).toHaveLength(4_096);
  });

  it('holds no secret', () => {
    expect(left(new Error('login with password=hunter2 failed'))).not.toContain('hunter2');
  });

  it('is no trouble where it can not be left', () => {
    expect(() => leaveTerminationMessage({ TERMINATION_MESSAGE_PATH: join(folder, 'nowhere', 'log') }, 'broken')).not.toThrow();
  });
});
