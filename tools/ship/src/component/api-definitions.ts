import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgres } from '@kcp-runtime/postgres-provider';
import { apiResourceSchema, customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
import { dump } from 'js-yaml';

/** What defines the provider's kinds, by the place that it is for: CRDs on clusters, APIResourceSchemas in the provider workspace of kcp. */
export function apiDefinitions(): Readonly<Record<'platform' | 'onboarding' | 'kcp', readonly object[]>> {
  const { config, modes, offers } = postgres;
  const apis = offers.map(({ api }) => readApiClass(api));
  return {
    platform: [customResourceDefinition(readApiClass(config), { cluster: 'platform', modes })],
    onboarding: modes.includes('standard') ? apis.map((api) => customResourceDefinition(api, { cluster: 'onboarding' })) : [],
    kcp: modes.includes('kcp') ? apis.map((api) => apiResourceSchema(api)) : [],
  };
}

/** Writes one file a place. */
export async function writeApiDefinitions(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [place, objects] of Object.entries(apiDefinitions())) {
    // Through JSON: what is undefined is then not there.
    const documents = objects.map((object) => `---\n${dump(JSON.parse(JSON.stringify(object)), { noRefs: true, lineWidth: -1 })}`);
    await writeFile(join(folder, `${place}.yaml`), documents.join(''));
  }
}
