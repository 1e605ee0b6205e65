/** End to end: the built provider as a process of its own, on the kcp that KCP_DRIVER names. */
module.exports = {
  ...require('../../jest.preset.cjs')('end to end', __dirname),
  testMatch: ['<rootDir>/src/stories/**/*.e2e.ts'],
  globalSetup: '<rootDir>/e2e-setup.mjs',
  globalTeardown: '<rootDir>/e2e-teardown.mjs',
  testTimeout: 240_000,
  workerIdleMemoryLimit: '1GB',
  // Each story has an emulator of its own, and waits most of its time. A real kcp is one for all, and has enough to do.
  maxWorkers: (process.env.KCP_DRIVER ?? 'emulator') === 'emulator' ? 2 : 1,
};
