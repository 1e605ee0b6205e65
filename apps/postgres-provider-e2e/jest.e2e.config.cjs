const driver = process.env.KCP_DRIVER ?? 'emulator';
/** Inside this process an emulator is restarted with all that it has; one in a container loses it with its process. */
const forgets = driver === 'container' && /emulator/.test(process.env.KCP_IMAGE ?? '');

/** End to end: the built provider as a process of its own, on the kcp that KCP_DRIVER names. */
module.exports = {
  ...require('../../jest.preset.cjs')('end to end', __dirname),
  testMatch: ['<rootDir>/src/stories/**/*.e2e.ts'],
  testPathIgnorePatterns: forgets ? ['/stories/restart[.]'] : [],
  globalSetup: '<rootDir>/e2e-setup.mjs',
  globalTeardown: '<rootDir>/e2e-teardown.mjs',
  testTimeout: 240_000,
  workerIdleMemoryLimit: '1GB',
  // Each story has an emulator of its own, and waits most of its time. A real kcp is one for all, and has enough to do.
  maxWorkers: driver === 'emulator' ? 2 : 1,
};
