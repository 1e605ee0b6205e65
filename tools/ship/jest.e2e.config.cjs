/** Trials that take minutes; `npm run try-generator` runs them. */
module.exports = {
  ...require('../../jest.preset.cjs')('generator', __dirname),
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  testTimeout: 1_800_000,
  maxWorkers: 1,
};
