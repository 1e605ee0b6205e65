/** The table of decorators as items: what it says that a server accepts or refuses is accepted or refused by this one. */
import { expect } from '@jest/globals';
import { decoratorSamples } from '@kcp-runtime/schema';
import type { DecoratorSample, SampleCase } from '@kcp-runtime/schema';
import type { RawClient } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import type { Site } from '../world/site.js';
import { judgementOfServer, judgementOfTable } from './judgement.js';
import { sampleApi, workspaceWithKinds } from './sample-kinds.js';

/** One item for each decorator of the table. */
export async function decoratorItems(): Promise<readonly Item[]> {
  const samples = await decoratorSamples();
  // One workspace for all items of a run: its kinds are served together, and the items have names of their own in it.
  const workspaces = new WeakMap<Site, Promise<RawClient>>();
  const workspaceOf = (site: Site): Promise<RawClient> => {
    const made = workspaces.get(site) ?? workspaceWithKinds(site, samples);
    workspaces.set(site, made);
    return made;
  };
  return samples.map((sample, at): Item => ({
    number: `D${at + 1}`,
    section: 'decorators',
    title: `${sample.decorator} is judged by the server as the table says`,
    servers: 'all',
    check: async (site) => expectAsTable(await site.unseen(() => workspaceOf(site)), sample),
  }));
}

async function expectAsTable(client: RawClient, sample: DecoratorSample): Promise<void> {
  const api = sampleApi(sample);
  const judged = await Promise.all(sample.cases.map((one, at) => judgementOfServer(client, api, one, `case-${at}`)));
  const lines = (of: (one: SampleCase, at: number) => string | undefined): string[] => sample.cases.map((one, at) => `${at} ${one.says}: ${of(one, at)}`);
  expect(lines((_, at) => judged[at])).toEqual(lines(judgementOfTable));
}
