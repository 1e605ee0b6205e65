import nx from '@nx/eslint-plugin';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';

const may = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

/** Each package re-exports this file, and its patterns would else start at that package and match nothing. */
const root = import.meta.dirname;

/** Which package may import which (design: packages). An empty list forbids every import of ours. */
export const layers = [
  { ...may('layer:wire'), bannedExternalImports: ['@nestjs/*', 'class-*', 'rxjs'] },
  { ...may('layer:model'), bannedExternalImports: ['undici', '@kubernetes/*', '@nestjs/*'] },
  { ...may('layer:platform', 'layer:wire'), bannedExternalImports: ['@nestjs/*'] },
  { ...may('layer:runtime', 'layer:wire', 'layer:model', 'layer:platform'), bannedExternalImports: ['undici', '@kubernetes/*'] },
  { ...may('layer:emulator'), bannedExternalImports: ['undici', '@kubernetes/*', '@nestjs/*'] },
  may('layer:testing', 'layer:wire', 'layer:model', 'layer:platform', 'layer:runtime', 'layer:emulator', 'layer:testing'),
  may('layer:app', 'layer:runtime', 'layer:testing'),
  // The offers of a provider say what its end-to-end tests order.
  may('layer:e2e', 'layer:testing', 'layer:runtime', 'layer:app'),
  { ...may('layer:generator'), bannedExternalImports: ['@nestjs/*', 'class-*', 'undici', '@kubernetes/*'] },
  may('layer:tool', 'layer:wire', 'layer:model', 'layer:platform', 'layer:runtime', 'layer:emulator', 'layer:testing', 'layer:app'),
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/out-tsc/**', '**/coverage/**', '**/node_modules/**', '**/*.cjs', '**/*.mjs', '**/*.js', '**/*.d.ts'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommended],
    plugins: { '@nx': nx, jsdoc },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { depConstraints: layers, enforceBuildableLibDependency: true, banTransitiveDependencies: false, allow: [] }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    basePath: root,
    files: ['libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.fixture.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit', message: 'A library never ends the process; runProvider does.' },
        { object: 'process', property: 'env', message: 'A library gets its settings as parameters; runProvider reads the environment.' },
      ],
    },
  },
  {
    basePath: root,
    files: ['libs/kube/src/**/*.ts', 'libs/nest/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.fixture.ts', 'libs/kube/src/time/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({ name, message: 'Time comes in through the Clock parameter.' }))],
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'Time comes in through the Clock parameter.' },
        { selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']", message: 'Randomness comes in through a parameter.' },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes in through the Clock parameter.' },
      ],
    },
  },
  {
    basePath: root,
    files: ['apps/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/*-e2e/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group: ['@kcp-runtime/testing'], message: 'The testing package is for specs.' }] }] },
  },
);
