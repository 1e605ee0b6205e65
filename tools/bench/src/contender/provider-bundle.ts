import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What a run of the bench starts as our provider. */
export const providerBundle = fileURLToPath(new URL('../bundle/main.mjs', import.meta.url));

/** Nest asks for these when they are used, and the provider is without them. */
const optional = ['@nestjs/microservices', '@nestjs/platform-express', '@nestjs/websockets'];

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
    banner: { js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
