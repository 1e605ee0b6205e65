import { customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
import type { DecoratorSample, ServiceApiClass } from '@kcp-runtime/schema';
import { dig, eventually } from '@kcp-runtime/testing';
import type { RawBody, RawClient } from '@kcp-runtime/testing';
import type { Site } from '../world/site.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const SERVED = { deadlineMs: 60_000 };

/** The API of a sample, as its class was read. */
export function sampleApi({ api }: DecoratorSample): ServiceApiClass {
  const read = readApiClass(api);
  if (read.role !== 'service') throw new Error(`${read.kind} is no service; a sample is.`);
  return read;
}

/** Path of a sample's objects in the workspace that has its kind. */
export function collectionOf({ group, version, plural }: ServiceApiClass): string {
  return `/apis/${group}/${version}/namespaces/default/${plural}`;
}

/** A new workspace with the kinds of all samples, which are asked for at once since each takes its time to be served. */
export async function workspaceWithKinds(site: Site, samples: readonly DecoratorSample[]): Promise<RawClient> {
  const client = await site.apart('decorators');
  // A workspace that has just become Ready may not take CRDs yet.
  await eventually(async () => ((await client.get(CRDS)).status === 200 ? true : undefined), { ...SERVED, what: `${CRDS} to be served` });
  const definitions = samples.map((sample): RawBody => ({ ...customResourceDefinition(sampleApi(sample), { cluster: 'onboarding' }) }));
  const refused = (await Promise.all(definitions.map((definition) => client.post(CRDS, definition)))).filter(({ status }) => status !== 201);
  if (refused.length > 0) throw new Error(`CRDs of samples were refused: ${refused.map(({ text }) => text).join('\n')}`);
  await Promise.all(samples.map((sample) => whenServed(client, collectionOf(sampleApi(sample)))));
  return client;
}

async function whenServed(client: RawClient, collection: string): Promise<void> {
  await eventually(async () => (Array.isArray(dig((await client.get(collection)).body, 'items')) ? true : undefined), { ...SERVED, what: `${collection} to be served` });
}
