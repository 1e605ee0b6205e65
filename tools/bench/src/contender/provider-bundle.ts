import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

/** What a run of the bench starts as our provider. */
export const providerBundle = fileURLToPath(new URL('../bundle/main.mjs', import.meta.url));

/** Nest asks for these when they are used, and the provider is without them. */
const optional = ['@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'];

/** An ES module that imports one of these makes Node read all its exports, and those of http load a second HTTP client, at every start. */
const heavyBuiltins: Plugin = {
  name: 'heavy-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) => (kind === 'require-call' ? undefined : { path, namespace: 'heavy-builtin' }));
    bundle.onLoad({ filter: /./, namespace: 'heavy-builtin' }, ({ path }) => ({ contents: `module.exports = require('${path}');` }));
  },
};

/** Makes one file of the provider, as the generator's bundle.mjs does: what is measured is what users run. */
export async function bundleProvider(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('../provider/main.js', import.meta.url))],
    outfile: providerBundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    keepNames: true,
    external: optional.flatMap((name) => [name, `${name}/*`]),
    plugins: [heavyBuiltins],
    banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
