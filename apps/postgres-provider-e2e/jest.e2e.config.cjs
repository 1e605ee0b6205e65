/** End to end: the built provider as a process of its own, on the kcp that KCP_DRIVER names. */
module.exports = {
  ...require('../../jest.preset.cjs')('end to end', __dirname),
  testMatch: ['<rootDir>/src/stories/**/*.e2e.ts'],
  globalSetup: '<rootDir>/e2e-setup.mjs',
  globalTeardown: '<rootDir>/e2e-teardown.mjs',
  testTimeout: 240_000,
  maxWorkers: 1,
};
