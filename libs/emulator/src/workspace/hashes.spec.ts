import { describe, expect, it } from '@jest/globals';
import { exportHash } from '../apis/export/export-keys.js';
import { base36Hash } from './hashes.js';

describe("kcp's hashes", () => {
  it('name an export as kcp itself does', () => {
    // Read from a kcp v0.32.3: the label of the binding to root:shards.core.kcp.io.
    expect(exportHash('root', 'shards.core.kcp.io')).toBe('7mlPRVZmqVPETjd6WJxexaIIDwI2DRk1aAcaFg');
  });

  it('name a shard as kcp itself does', () => {
    expect(base36Hash('root').slice(0, 8)).toBe('1pfxsevk');
  });
});
