/** The versions that a generated provider is made with: those that this repository is tested with. */

/** What runs a provider. */
export const runtimeVersions = {
  '@kcp-runtime/nest': '0.1.0',
  '@nestjs/common': '12.5.1',
  '@nestjs/core': '12.5.1',
  'class-transformer': '0.5.1',
  'class-validator': '0.15.1',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
} as const;

/** What its tests and its lint need beside that. */
export const testVersions = {
  '@kcp-runtime/nx': '0.1.0',
  '@kcp-runtime/testing': '0.1.0',
  '@nestjs/testing': '12.1.1',
} as const;

/** The tools of a workspace. One that is there already stays as it is. */
export const toolVersions = {
  '@jest/globals': '30.5.2',
  '@nx/eslint': '23.2.1',
  '@nx/jest': '23.2.1',
  '@nx/js': '23.2.1',
  '@swc/core': '1.16.22',
  '@swc/jest': '0.2.39',
  '@types/jest': '30.0.0',
  '@types/node': '24.19.4',
  esbuild: '0.28.2',
  eslint: '10.15.0',
  jest: '30.5.2',
  typescript: '6.0.3',
  'typescript-eslint': '8.74.0',
} as const;
