import { afterEach, describe, expect, it } from '@jest/globals';
import { LoopFixture } from '../../fixture/loop.fixture.js';
import type { LoopSettings } from '../../fixture/loop.fixture.js';

let loop: LoopFixture;

function start(settings?: LoopSettings): LoopFixture {
  loop = new LoopFixture(settings);
  return loop;
}

afterEach(async () => loop.stop());

describe('the operation annotation', () => {
  const operation = (value: string) => ({ metadata: { name: 'main', annotations: { 'openmcp.cloud/operation': value } } });

  it('ignore: nothing is written', async () => {
    await start().order('main', operation('ignore'));

    expect(loop.requests).toEqual([]);
  });

  it('ignore taken away: the order is fulfilled', async () => {
    await start().order('main', operation('ignore'));
    loop.server.edit('main', { metadata: { annotations: null } });
    await loop.pass();

    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });

  it('reconcile: it is taken away and the order is fulfilled', async () => {
    await start().order('main', operation('reconcile'));

    expect(loop.server.get('main')?.metadata.annotations).toEqual({});
    expect(loop.status()).toMatchObject({ phase: 'Ready' });
  });
});
