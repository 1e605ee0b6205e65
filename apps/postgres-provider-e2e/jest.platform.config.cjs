/** End to end on a real openMCP platform: etcd, kube-apiserver, kube-controller-manager and the operator. */
module.exports = {
  ...require('../../jest.preset.cjs')('end to end, platform', __dirname),
  testMatch: ['<rootDir>/src/platform-stories/**/*.e2e.ts'],
  globalSetup: '<rootDir>/platform-setup.mjs',
  testTimeout: 240_000,
  maxWorkers: 1,
};
