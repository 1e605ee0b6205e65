import { afterEach, describe, expect, it } from '@jest/globals';
import { FINALIZER } from '../../fixture/boxes.fixture.js';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';
import { ready } from '../../offer/answer.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the finalizer', () => {
  it('keeps those of others', async () => {
    await start().order('main', { metadata: { name: 'main', finalizers: ['other/one'] } });

    expect(loop.server.get('main')?.metadata.finalizers).toEqual(['other/one', FINALIZER]);
  });

  // Reported as kube-rs/kube#965
  it('keeps one that is added between reading and writing', async () => {
    const { server } = start();
    server.beforePatch = () => {
      server.beforePatch = () => undefined;
      server.edit('main', { metadata: { finalizers: ['other/late'] } });
    };
    await loop.order();
    await loop.pass(5_000);

    expect(server.get('main')?.metadata.finalizers).toEqual(['other/late', FINALIZER]);
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('stands on the order before the handler is called', async () => {
    let held: readonly string[] | undefined;
    start({ handlers: { onOrder: async () => ((held = loop.server.get('main')?.metadata.finalizers), ready()) } });
    await loop.order();

    expect(held).toEqual([FINALIZER]);
  });

  it('is never added to an order that is being deleted', async () => {
    await start().order('main', { metadata: { name: 'main', finalizers: ['other/one'], deletionTimestamp: '2030-01-01T00:00:00Z' } });

    expect(loop.requests).toEqual([]);
  });
});
