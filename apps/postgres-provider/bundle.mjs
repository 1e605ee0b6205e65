/** One file of all that the provider runs on, made of what tsc wrote: esbuild itself would drop the metadata of decorators. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** Nest asks for these when they are used, and a provider may be without them. */
const optional = ['@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'];

/** An ES module that imports one of these makes Node read all its exports, and those of http load a second HTTP client, at every start. */
const heavyBuiltins = {
  name: 'heavy-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) => (kind === 'require-call' ? undefined : { path, namespace: 'heavy-builtin' }));
    bundle.onLoad({ filter: /./, namespace: 'heavy-builtin' }, ({ path }) => ({ contents: `module.exports = require('${path}');` }));
  },
};

await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: ['dist/main.js'],
  outfile: 'dist/bundle/main.mjs',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Also leaves the paths of this machine out of the file; names stay for logs and for Nest's own messages.
  minify: true,
  keepNames: true,
  external: optional.filter((name) => !isInstalled(name)).flatMap((name) => [name, `${name}/*`]),
  plugins: [heavyBuiltins],
  banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
  logLevel: 'warning',
});

function isInstalled(name) {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
