/** One jest set-up for every project: ESM, swc with decorator metadata, our packages read from their sources. */
module.exports = (displayName, rootDir) => ({
  displayName,
  rootDir,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@kcp-runtime/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  // A deadline is for what hangs; two cores that are busy with all suites are no reason to fail.
  testTimeout: 30_000,
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: true,
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          experimental: { keepImportAttributes: true },
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
      },
    ],
  },
  moduleFileExtensions: ['ts', 'js', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  coverageProvider: 'v8',
});
