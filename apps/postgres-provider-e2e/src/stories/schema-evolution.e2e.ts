import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Default, KcpRuntimeModule, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import { KcpTestingModule, dig, eventually, orderMatchers } from '@kcp-runtime/testing';
import type { ProviderVersion, RawBody, TestConsumer } from '@kcp-runtime/testing';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { driver } from './story.js';

expect.extend(orderMatchers);

const group = 'shelves.services.open-control-plane.io';
const FORCE = 'kcp-runtime.open-control-plane.io/accept-breaking-schema';
const SCHEMAS = '/apis/apis.kcp.io/v1alpha1/apiresourceschemas';

@ProviderConfigApi({ group, version: 'v1', kind: 'ShelfConfig' })
class ShelfConfig extends providerConfigObject(class ShelfConfigSpec {}) {}

class FirstSpec {
  @IsString() @Default('oak') wood!: string;
  @IsOptional() @IsString() colour?: string;
}
/** Knows one property more. */
class WiderSpec extends FirstSpec {
  @IsOptional() @IsInt() boards?: number;
}
/** Knows `colour` no more. */
class NarrowerSpec {
  @IsString() @Default('oak') wood!: string;
  @IsOptional() @IsInt() boards?: number;
}

/** A version of the provider whose API has this spec. */
function version(Spec: new () => FirstSpec | WiderSpec | NarrowerSpec): ProviderVersion {
  @ServiceApi({ group, version: 'v1', kind: 'Shelf', plural: 'shelves' })
  class Shelf extends serviceObject(Spec, class ShelfStatus {}) {}
  const shelves = defineOffer(Shelf, { config: ShelfConfig, instances: 'many' });
  const provider = defineProvider({ name: 'shelves', config: ShelfConfig, offers: [shelves] });

  @Injectable()
  class ShelfHandler {
    @OnOrder(shelves)
    provide() {
      return Promise.resolve(ready());
    }
  }
  return { provider, app: { imports: [KcpRuntimeModule.forRoot(provider)], providers: [ShelfHandler] } };
}

describe('an API that changes while it is ordered', () => {
  let kcp: KcpTestingModule;
  let red: TestConsumer;
  let first: string;
  let wider: string;
  const configPath = `/apis/${group}/v1/shelfconfigs/shelves`;

  beforeAll(async () => {
    kcp = await KcpTestingModule.start({ ...version(FirstSpec), kcp: { driver: driver(), env: process.env }, root: `root:run-${randomBytes(4).toString('hex')}` });
    red = await kcp.consumer('red');
    await red.order('old', { colour: 'green' });
    await red.when('old', (order) => expect(order).toBeReady());
    first = await servedSchema();
  }, 180_000);

  afterAll(() => kcp?.close());

  async function servedSchema(): Promise<string> {
    const { body } = await kcp.providerWorkspace.client.get(`/apis/apis.kcp.io/v1alpha2/apiexports/${group}`);
    return String(dig(body, 'spec', 'resources', 0, 'schema'));
  }
  const whenServes = (isSo: (schema: string) => boolean): Promise<string> =>
    eventually(async () => ((found) => (isSo(found) ? found : undefined))(await servedSchema()), { deadlineMs: 30_000, what: 'the export to have another schema' });
  const schemaNames = async (): Promise<string[]> => {
    const { body } = await kcp.providerWorkspace.client.get(SCHEMAS);
    return (body['items'] as RawBody[]).map((schema) => String(dig(schema, 'metadata', 'name')));
  };
  const published = async (): Promise<RawBody | undefined> => {
    const conditions = dig((await kcp.platform.client.get(configPath)).body, 'status', 'conditions') as RawBody[] | undefined;
    return conditions?.find(({ type }) => type === 'KcpPublished');
  };

  it('takes a new property under load and loses no order', async () => {
    let isOver = false;
    const names: string[] = [];
    const load = (async () => {
      while (!isOver) {
        const name = `load-${names.length}`;
        names.push(name);
        await red.order(name, { colour: 'blue' });
      }
    })();
    await kcp.replaceProvider(version(WiderSpec));
    wider = await whenServes((schema) => schema !== first);
    await eventually(
      async () => dig(await red.order('new', { boards: 3 }), 'spec', 'boards') === 3 || undefined,
      { deadlineMs: 30_000, what: 'the new property to be kept' },
    );
    isOver = true;
    await load;
    expect(names.length).toBeGreaterThan(5);
    for (const name of [...names, 'new', 'old']) await red.when(name, (order) => expect(order).toBeReady(), { deadlineMs: 60_000 });
    expect(await red.get('old')).toMatchObject({ spec: { colour: 'green' } });
  }, 180_000);

  it('loses its old schema once nobody is served by it', async () => {
    await eventually(async () => (await schemaNames()).includes(first) ? undefined : true, { deadlineMs: 60_000, what: 'the old schema to be deleted' });
    expect(await schemaNames()).toContain(wider);
  }, 90_000);

  it('does not drop a property that orders have: the old schema stays served, and the operator is told', async () => {
    await kcp.replaceProvider(version(NarrowerSpec));
    const condition = await eventually(async () => ((found) => (found?.['reason'] === 'BreakingSchemaChange' ? found : undefined))(await published()), { deadlineMs: 30_000, what: 'the refusal' });
    expect(condition).toMatchObject({ status: 'False', message: expect.stringMatching(/spec\.colour would be gone/) });
    expect(await servedSchema()).toBe(wider);
    await red.order('late', {});
    await red.when('late', (order) => expect(order).toBeReady());
    expect(await red.get('old')).toMatchObject({ spec: { colour: 'green' } });
  }, 90_000);

  it('holds to the schema that was served even when somebody deletes the export', async () => {
    await kcp.providerWorkspace.client.delete(`/apis/apis.kcp.io/v1alpha2/apiexports/${group}`);
    expect(await whenServes((schema) => schema.startsWith('v'))).toBe(wider);
  });

  it('drops it when the operator says so, and what orders had there is gone', async () => {
    const wanted = /accept-breaking-schema=(\S+)\. /.exec(String((await published())?.['message']))?.[1];
    await kcp.platform.client.merge(configPath, { metadata: { annotations: { [FORCE]: wanted } } });
    expect(await whenServes((schema) => schema !== wider)).toBe(wanted);
    await red.when('old', (order) => expect(order['spec']).toEqual({ wood: 'oak' }), { deadlineMs: 30_000 });
    await eventually(async () => (await published())?.['status'] === 'True' || undefined, { deadlineMs: 30_000, what: 'all to be well' });
  }, 90_000);
});
