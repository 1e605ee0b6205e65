import { describe, expect, it } from '@jest/globals';
import { ProviderConfigApi, ServiceApi, providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import { IsOptional, IsString } from 'class-validator';
import { defineOffer } from '../offer/define-offer.js';
import { defineProvider } from '../offer/define-provider.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';
import { manages } from '../offer/rights.js';
import { ready } from '../offer/answer.js';
import { bootCheck, checkProvider } from './boot-check.js';
import { BootMistakes } from './boot-mistakes.js';
import type { FoundHandler } from './found-handler.js';

const group = 'postgres.services.open-control-plane.io';

class Fields {
  @IsOptional() @IsString() host?: string;
}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'PostgresConfig' })
class Config extends providerConfigObject(Fields) {}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'OtherConfig' })
class OtherConfig extends providerConfigObject(Fields) {}
@ServiceApi({ group, version: 'v1alpha1', kind: 'Database' })
class Database extends serviceObject(Fields, Fields) {}
@ServiceApi({ group, version: 'v1alpha1', kind: 'Bucket' })
class Bucket extends serviceObject(Fields, Fields) {}
@ServiceApi({ group: 'other.io', version: 'v1alpha1', kind: 'Queue' })
class Queue extends serviceObject(Fields, Fields) {}

const databases = defineOffer(Database, { config: Config });
const buckets = defineOffer(Bucket, { config: Config, controller: 'buckets' });

function provider(changes: Partial<Provider> = {}): Provider {
  return { ...defineProvider({ name: 'postgres', config: Config, offers: [databases] }), ...changes };
}

function handler(offer: AnyOffer, changes: Partial<FoundHandler> = {}): FoundHandler {
  return { role: 'onOrder', offer, home: 'provider', className: 'DatabaseHandler', methodName: 'provide', call: async () => ready(), ...changes };
}

function mistakesOf(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof BootMistakes) return error.mistakes.map(({ where, message }) => `${where}: ${message}`);
    throw error;
  }
}

describe('a provider without a mistake', () => {
  it('gets the handlers of each offer, in the order of its offers', () => {
    const found = [handler(buckets), handler(databases), handler(databases, { role: 'onDelete', methodName: 'remove' })];
    const handlers = bootCheck(provider({ offers: [databases, buckets] }), found);
    expect(handlers.map(({ offer, onDelete }) => [offer.api.name, onDelete !== undefined])).toEqual([
      ['Database', true],
      ['Bucket', false],
    ]);
  });
});

describe('a mistake of a provider', () => {
  const { offers } = provider();
  it.each([
    ['a name that no object can bear', provider({ name: 'Post Gres' }), /^provider "Post Gres": .*lower-case/],
    ['nothing to offer', provider({ offers: [] }), /^provider "postgres": it offers nothing/],
    ['no mode', provider({ modes: [] }), /^provider "postgres": it can't be ordered anywhere/],
    ['the same class twice', provider({ offers: [databases, { ...databases, controller: 'second' }] }), /^class Database: two offers/],
    ['two groups', provider({ offers: [...offers, defineOffer(Queue, { config: Config, controller: 'queues' })] }), /other\.io.*share one/],
    ['two offers without a controller', provider({ offers: [databases, { ...buckets, controller: undefined }] }), /^offer Bucket: all offers but one say a controller/],
    ['a controller that is the provider itself', provider({ offers: [databases, { ...buckets, controller: 'postgres' }] }), /^controller postgres: two offers have it/],
    ['a controller that no object can bear', provider({ offers: [databases, { ...buckets, controller: 'B_' }] }), /^controller "B_": use lower-case/],
    ['another config class', provider({ offers: [defineOffer(Database, { config: OtherConfig })] }), /^offer Database: its config class is another OtherConfig/],
  ])('with %s is told with the next step', (_what, wrong, message) => {
    expect(mistakesOf(() => checkProvider(wrong))).toEqual([expect.stringMatching(message)]);
  });
});

describe('no mistake', () => {
  it('are kinds that kcp can not claim, to be made or looked at, and workers that call back: they get a credential', () => {
    const options = { config: Config, customer: [manages('apps', 'deployments')], worker: [manages('', 'configmaps')], deletionGuard: [{ group: 'plants.example', resource: 'trees' }] };
    const offer = defineOffer(Database, options);
    expect(mistakesOf(() => checkProvider(provider({ offers: [offer] })))).toEqual([]);
  });
});

describe('a mistake in a class', () => {
  it('is told with the name of class and property', () => {
    class Bare {
      @IsOptional() thing?: object;
    }
    @ServiceApi({ group, version: 'v1alpha1', kind: 'Bare' })
    class BareApi extends serviceObject(Bare, Fields) {}
    expect(mistakesOf(() => checkProvider(provider({ offers: [defineOffer(BareApi, { config: Config })] })))).toEqual([expect.stringMatching(/^Bare\.thing: /)]);
  });

  it('without its decorator is told with the name of the class', () => {
    class Nameless extends serviceObject(Fields, Fields) {}
    expect(mistakesOf(() => checkProvider(provider({ offers: [defineOffer(Nameless, { config: Config })] })))).toEqual([expect.stringContaining('Nameless')]);
  });
});

describe('a mistake of an app', () => {
  it.each([
    ['nothing handles an offer', [], /^offer Database: nothing handles it/],
    [
      'two methods handle one offer',
      [handler(databases), handler(databases, { className: 'SecondHandler', methodName: 'make' })],
      /^DatabaseHandler\.provide, SecondHandler\.make: each is @OnOrder of the offer Database/,
    ],
    ['an offer of nobody is handled', [handler(databases), handler(buckets, { className: 'BucketHandler' })], /^BucketHandler\.provide: it handles the offer Bucket/],
    ['a controller handles an offer', [handler(databases, { home: 'controller' })], /^DatabaseHandler\.provide: @OnOrder has no effect on a controller/],
    [
      'two methods delete for one offer',
      [handler(databases), handler(databases, { role: 'onDelete', methodName: 'remove' }), handler(databases, { role: 'onDelete', methodName: 'drop' })],
      /^DatabaseHandler\.remove, DatabaseHandler\.drop: each is @OnDelete/,
    ],
  ])('is told when %s', (_what, found, message) => {
    expect(mistakesOf(() => bootCheck(provider(), found))).toEqual([expect.stringMatching(message)]);
  });

  it('is told when a workspace is waited for that never comes', () => {
    const found = [handler(databases), handler(databases, { role: 'onBound', methodName: 'greet' })];
    expect(mistakesOf(() => bootCheck(provider({ modes: ['standard'] }), found))).toEqual([expect.stringMatching(/^DatabaseHandler\.greet: @OnBound is called in kcp mode only/)]);
  });
});

describe('several mistakes', () => {
  it('come in one message', () => {
    expect(() => bootCheck(provider({ name: 'No!', offers: [databases, { ...buckets, controller: undefined }] }), [])).toThrow(
      /4 things are to be mended:\n {2}provider "No!": .*\n {2}offer Bucket: all .*\n {2}offer Database: nothing .*\n {2}offer Bucket: nothing /,
    );
  });
});
