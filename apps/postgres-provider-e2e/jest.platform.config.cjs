/** End to end on a real openMCP platform: etcd, kube-apiserver, kube-controller-manager and the operator. */
module.exports = {
  ...require('../../jest.preset.cjs')('end to end, platform', __dirname),
  testMatch: ['<rootDir>/src/platform-stories/**/*.e2e.ts'],
  globalSetup: '<rootDir>/platform-setup.mjs',
  testTimeout: 240_000,
  workerIdleMemoryLimit: '1GB',
  // Each file has a platform of its own, and waits most of its time: the operator looks again every ten seconds.
  maxWorkers: 2,
};
