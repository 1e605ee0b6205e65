/** The table of decorators as items: what it says that a server accepts or refuses is accepted or refused by this one. */
import { expect } from '@jest/globals';
import { decoratorSamples } from '@kcp-runtime/schema';
import type { DecoratorSample, SampleCase } from '@kcp-runtime/schema';
import type { RawClient } from '@kcp-runtime/testing';
import type { Item } from '../item.js';
import type { World } from '../world/world.js';
import { judgementOfServer, judgementOfTable } from './judgement.js';
import { sampleApi, workspaceWithKinds } from './sample-kinds.js';

/** One item for each decorator of the table. */
export async function decoratorItems(): Promise<readonly Item[]> {
  const samples = await decoratorSamples();
  // One workspace for all items of a run: its kinds are served together, and the items have names of their own in it.
  const workspaces = new WeakMap<World, Promise<RawClient>>();
  const workspaceOf = (world: World): Promise<RawClient> => {
    const made = workspaces.get(world) ?? workspaceWithKinds(world, samples);
    workspaces.set(world, made);
    return made;
  };
  return samples.map((sample, at) => ({
    number: `D${at + 1}`,
    section: 'decorators',
    title: `${sample.decorator} is judged by the server as the table says`,
    check: async (world) => expectAsTable(await world.recorder.unseen(() => workspaceOf(world)), sample),
  }));
}

async function expectAsTable(client: RawClient, sample: DecoratorSample): Promise<void> {
  const api = sampleApi(sample);
  const judged = await Promise.all(sample.cases.map((one, at) => judgementOfServer(client, api, one, `case-${at}`)));
  const lines = (of: (one: SampleCase, at: number) => string | undefined): string[] => sample.cases.map((one, at) => `${at} ${one.says}: ${of(one, at)}`);
  expect(lines((_, at) => judged[at])).toEqual(lines(judgementOfTable));
}
