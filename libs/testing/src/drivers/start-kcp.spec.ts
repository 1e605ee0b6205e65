import { describe, expect, it } from '@jest/globals';
import { kcpDrivers } from './kcp-drivers.js';
import { KcpDriverMissing } from './kcp-server.js';
import { startKcp } from './start-kcp.js';

describe('a driver that was asked for by name and is not there', () => {
  it('is an error that says where it looked for a binary', async () => {
    await expect(startKcp({ driver: 'binary', env: { KCP_BINARY: '/nowhere/kcp' } })).rejects.toThrow(/KCP_BINARY names \/nowhere\/kcp/);
  });

  it('is an error that says how to get a binary', async () => {
    await expect(startKcp({ driver: 'binary', env: { PATH: '/nowhere' } })).rejects.toThrow(/no kcp on PATH\. Install a kcp binary, or name one by KCP_BINARY/);
  });

  it('is an error that asks for an image', async () => {
    await expect(startKcp({ driver: 'container', env: {} })).rejects.toThrow(/KCP_IMAGE is not set/);
  });

  it('is an error of a class of its own, with the driver', async () => {
    await expect(startKcp({ driver: 'container', env: {} })).rejects.toMatchObject({ name: KcpDriverMissing.name, driver: 'container' });
  });
});

describe('a kcp binary that ends at once', () => {
  it('is an error with its end and its last words', async () => {
    const options = { driver: 'binary', env: { KCP_BINARY: process.execPath }, own: 'always' } as const;
    // Node knows no flag --root-directory, says so and ends.
    await expect(startKcp(options)).rejects.toThrow(/it ended with code \d+[\s\S]*start/);
  });
});

describe('the report of the drivers', () => {
  it('always has the emulator', async () => {
    expect(await kcpDrivers({})).toContainEqual({ driver: 'emulator', kind: 'available' });
  });

  it('gives the reason for each that is missing', async () => {
    const report = await kcpDrivers({ PATH: '/nowhere' });
    expect(report.flatMap((entry) => (entry.kind === 'missing' ? [`${entry.driver}: ${entry.reason}`] : []))).toEqual([
      'binary: there is no kcp on PATH',
      'container: KCP_IMAGE is not set',
    ]);
  });
});
