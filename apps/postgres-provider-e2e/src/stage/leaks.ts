import type { Canaries, Leak, RawClient, SearchedText } from '@kcp-runtime/testing';
import { apiGroup, providerNamespace } from './names.js';
import type { Stage } from './stage.js';

/** Every secret of the run that stands where none may: logs, figures, termination messages, Events, status, leases, ConfigMaps. */
export async function leaks(stage: Stage): Promise<Leak[]> {
  const { platform, provider } = stage.operator;
  const texts: SearchedText[] = [
    { where: 'log of the provider', text: stage.output() },
    { where: 'figures of the provider', text: await stage.figures() },
    { where: 'termination messages of the provider', text: stage.terminationMessages() },
    ...(await answers(platform.client, 'platform', [
      `/apis/${apiGroup}/v1alpha1/postgresconfigs`,
      `/apis/coordination.k8s.io/v1/namespaces/${providerNamespace}/leases`,
      `/api/v1/namespaces/${providerNamespace}/configmaps`,
      '/api/v1/events',
    ])),
    ...(await answers(provider.client, 'provider workspace', ['/apis/apis.kcp.io/v1alpha2/apiexports', '/apis/apis.kcp.io/v1alpha1/apiresourceschemas'])),
    ...(await Promise.all(stage.consumers.map((consumer) => answers(consumer.client, consumer.name, [`/apis/${apiGroup}/v1alpha1/databases`, '/api/v1/events'])))).flat(),
  ];
  for (const consumer of stage.consumers) await addPasswords(stage.canaries, consumer.client);
  return stage.canaries.search(texts);
}

/** What a server answers to these reads, to be searched. */
export async function answers(client: RawClient, where: string, paths: readonly string[]): Promise<SearchedText[]> {
  return Promise.all(paths.map(async (path) => ({ where: `${where} ${path}`, text: (await client.get(path)).text })));
}

/** The passwords that stand in Secrets now are secrets too. */
export async function addPasswords(canaries: Canaries, client: RawClient): Promise<void> {
  const { body } = await client.get('/api/v1/secrets');
  const items = Array.isArray(body['items']) ? (body['items'] as { metadata: { name: string }; data?: Record<string, string> }[]) : [];
  for (const { metadata, data } of items) {
    const password = data?.['password'];
    if (password !== undefined) canaries.add(Buffer.from(password, 'base64').toString('utf8'), `password in Secret ${metadata.name}`);
  }
}
