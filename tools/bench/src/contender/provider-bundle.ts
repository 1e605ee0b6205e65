import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('../provider/', import.meta.url);
const script = new URL('bundle.mjs', folder);

/** What a run of the bench starts as our provider. */
export const providerBundle = fileURLToPath(new URL('dist/bundle/main.mjs', folder));

/** Makes one file of the provider by the reference provider's own bundle.mjs, so that what is measured is what users run. */
export async function bundleProvider(): Promise<void> {
  await mkdir(new URL('dist/', folder), { recursive: true });
  await writeFile(new URL('dist/main.js', folder), "import '../main.js';\n");
  await copyFile(new URL('../../../../apps/postgres-provider/bundle.mjs', import.meta.url), script);
  await import(script.href);
}
