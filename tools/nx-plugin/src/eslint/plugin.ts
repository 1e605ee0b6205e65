/** `@kcp-runtime/nx/eslint`: what a provider's eslint.config.mjs takes over. */
import type { ESLint, Linter } from 'eslint';
import { decoratedProperties } from './decorated-properties.js';

const plugin: ESLint.Plugin = { meta: { name: '@kcp-runtime/nx' }, rules: { 'decorated-properties': decoratedProperties } };

/** For the TypeScript files of a provider. */
export const recommended: Linter.Config = {
  files: ['**/*.ts'],
  plugins: { '@kcp-runtime': plugin },
  rules: { '@kcp-runtime/decorated-properties': 'error' },
};

export default plugin;
