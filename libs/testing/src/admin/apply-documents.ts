import { loadAll } from 'js-yaml';
import { eventually } from '../wait/eventually.js';
import { kindPath, lookUpKind } from './kind-lookup.js';
import { dig } from './raw-client.js';
import type { RawBody, RawClient } from './raw-client.js';
import type { ApplyOptions } from './set-up.js';
import { expectStatus } from './unexpected-answer.js';

/** Creates each object, or merges it into the one that is there, in the order given; a kind that is not served yet is waited for. */
export async function applyDocuments(client: RawClient, documents: string | readonly RawBody[], options: ApplyOptions): Promise<RawBody[]> {
  const objects = typeof documents === 'string' ? (loadAll(documents) as (RawBody | null)[]).filter((object) => object !== null) : documents;
  const applied: RawBody[] = [];
  for (const object of objects) applied.push(await applyObject(client, object, options.deadlineMs ?? 30_000));
  return applied;
}

async function applyObject(client: RawClient, object: RawBody, deadlineMs: number): Promise<RawBody> {
  const apiVersion = String(object['apiVersion']);
  const kind = String(object['kind']);
  const name = String(dig(object, 'metadata', 'name'));
  const namespace = dig(object, 'metadata', 'namespace') as string | undefined;
  const place = await eventually(() => lookUpKind(client, apiVersion, kind), { deadlineMs, what: `${apiVersion} ${kind} to be served` });
  const collection = kindPath(place, namespace);
  // A kind can be in the discovery before its objects are served: that is a 404 which is no Status about our object.
  const created = await eventually(
    async () => {
      const answer = await client.post(collection, object);
      return answer.status === 404 ? undefined : answer;
    },
    { deadlineMs, what: `${collection} to take objects` },
  );
  if (created.status !== 409) return expectStatus(created, 'POST', collection, 201).body;
  const path = kindPath(place, namespace, name);
  return expectStatus(await client.merge(path, object), 'PATCH', path, 200).body;
}
