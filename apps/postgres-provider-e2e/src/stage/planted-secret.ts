import { dig } from '@kcp-runtime/testing';
import type { RawBody } from '@kcp-runtime/testing';
import { searchedPlaces } from './leaks.js';
import type { SearchedPlace } from './leaks.js';
import type { Stage } from './stage.js';

/** Writes a secret into one object of each place that is searched, as a fault would. Answers the places. */
export async function plantSecret(stage: Stage, secret: string): Promise<readonly string[]> {
  return (await Promise.all(searchedPlaces(stage).map((place) => plantIn(place, secret)))).flat();
}

async function plantIn({ client, where, paths }: SearchedPlace, secret: string): Promise<string[]> {
  const planted: string[] = [];
  for (const path of paths) {
    const at = await objectIn(client, path);
    const { status, text } = await client.merge(at, { metadata: { annotations: { 'example.io/planted': secret } } });
    if (status !== 200) throw new Error(`A secret can not be planted at ${where} ${at}: ${status} ${text}`);
    planted.push(`${where} ${path}`);
  }
  return planted;
}

/** The path of an object in this list; an Event is made where there is none. */
async function objectIn(client: SearchedPlace['client'], path: string): Promise<string> {
  const found = await firstOf(client, path);
  if (found !== undefined) return found;
  if (!path.endsWith('/events')) throw new Error(`There is nothing at ${path} that a secret could be planted in.`);
  const involvedObject = { apiVersion: 'v1', kind: 'Namespace', name: 'default', namespace: 'default' };
  await client.post('/api/v1/namespaces/default/events', { apiVersion: 'v1', kind: 'Event', metadata: { name: 'planted', namespace: 'default' }, involvedObject, reason: 'Planted', type: 'Normal' });
  return '/api/v1/namespaces/default/events/planted';
}

async function firstOf(client: SearchedPlace['client'], path: string): Promise<string | undefined> {
  const [first] = ((await client.get(path)).body['items'] ?? []) as readonly RawBody[]; // the wire
  if (first === undefined) return undefined;
  const [name, namespace] = [dig(first, 'metadata', 'name'), dig(first, 'metadata', 'namespace')];
  const isBelow = namespace === undefined || path.includes('/namespaces/');
  const plural = path.slice(path.lastIndexOf('/') + 1);
  return isBelow ? `${path}/${String(name)}` : `${path.slice(0, -plural.length)}namespaces/${String(namespace)}/${plural}/${String(name)}`;
}
