import type { Canaries, Leak, RawClient, SearchedText } from '@kcp-runtime/testing';
import { apiGroup, providerNamespace } from './names.js';
import type { Stage } from './stage.js';

/** Every secret of the run that stands where none may: logs, figures, termination messages, Events, status, leases, ConfigMaps. */
export async function leaks(stage: Stage): Promise<Leak[]> {
  const texts: SearchedText[] = [
    { where: 'log of the provider', text: something(stage.output(), 'its log') },
    { where: 'figures of the provider', text: await stage.figures() },
    { where: 'termination messages of the provider', text: stage.terminationMessages() },
    ...(await Promise.all(searchedPlaces(stage).map(({ client, where, paths }) => answers(client, where, paths)))).flat(),
  ];
  for (const consumer of stage.consumers) await addPasswords(stage.canaries, consumer.client);
  return stage.canaries.search(texts);
}

/** Objects that are searched, on one server. */
export interface SearchedPlace {
  readonly client: RawClient;
  readonly where: string;
  readonly paths: readonly string[];
}

/** All objects in which a secret of the run could stand by mistake. */
export function searchedPlaces({ operator: { platform, provider }, consumers }: Stage): readonly SearchedPlace[] {
  const onPlatform = [
    `/apis/${apiGroup}/v1alpha1/postgresconfigs`,
    `/apis/coordination.k8s.io/v1/namespaces/${providerNamespace}/leases`,
    `/api/v1/namespaces/${providerNamespace}/configmaps`,
    '/api/v1/events',
  ];
  return [
    { client: platform.client, where: 'platform', paths: onPlatform },
    { client: provider.client, where: 'provider workspace', paths: ['/apis/apis.kcp.io/v1alpha2/apiexports', '/apis/apis.kcp.io/v1alpha1/apiresourceschemas'] },
    ...consumers.map(({ client, name }) => ({ client, where: name, paths: [`/apis/${apiGroup}/v1alpha1/databases`, '/api/v1/events'] })),
  ];
}

/** What a server answers to these reads, to be searched. Where a kind is not served any more there is nothing; in a refusal nothing could be found. */
export async function answers(client: RawClient, where: string, paths: readonly string[]): Promise<SearchedText[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { status, text } = await client.get(path);
      if (status !== 200 && status !== 404) throw new Error(`${where} ${path} can not be searched: ${status} ${text}`);
      return { where: `${where} ${path}`, text };
    }),
  );
}

/** @throws where there is nothing to search */
export function something(text: string, what: string): string {
  if (text === '') throw new Error(`The provider can not be searched: there is nothing of ${what}.`);
  return text;
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
