import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kcp-runtime/testing';
import type { GateRequest, Hold } from '@kcp-runtime/testing';
import type { Consumer } from '../stage/consumer.js';
import type { ProviderEnd, ProviderProcess } from '../stage/provider-process.js';
import { itKeepsSecrets, onStage } from './story.js';

// Reported as nestjs/nest#5214 and nestjs/terminus#312
describe('a provider that is told to end in the middle of an order', () => {
  const stage = onStage();
  let provider: ProviderProcess;
  let red: Consumer;
  let hold: Hold;
  let ended: Promise<ProviderEnd>;

  const isStatus = ({ cluster, resource, method, subresource }: GateRequest): boolean =>
    cluster === red.workspace.cluster && resource === 'databases' && method === 'PATCH' && subresource === 'status';
  const probe = async (path: string): Promise<number> => (await fetch(`http://${provider.addressOf('Probes')}${path}`)).status;

  beforeAll(async () => {
    provider = await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    red = await stage().consumer('red');
    await red.bind();
    await red.order('before');
    await red.whenReady('before');
    expect([await probe('/readyz'), await probe('/livez')]).toEqual([200, 200]);
    hold = stage().gate.hold({ match: isStatus });
    await red.order('under-way');
    await hold.reached(30_000);
    ended = provider.stop();
  }, 180_000);

  it('says at once that it is not ready, and that it lives', async () => {
    await eventually(async () => ((await probe('/readyz')) === 503 ? true : undefined), { deadlineMs: 5_000, what: 'the probe to turn' });
    expect(await probe('/livez')).toBe(200);
    expect(provider.running).toBe(true);
  });

  it('finishes the order, and ends with code 0', async () => {
    hold.release();
    await red.whenReady('under-way');
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  itKeepsSecrets(stage);
});
