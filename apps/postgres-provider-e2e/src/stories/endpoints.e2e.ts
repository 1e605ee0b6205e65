import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportName } from '../stage/names.js';
import type { Consumer } from '../stage/consumer.js';
import { itKeepsSecrets, onStage } from './story.js';

describe('an export that is served at two URLs', () => {
  const stage = onStage();
  let red: Consumer;
  let blue: Consumer;

  beforeAll(async () => {
    [red, blue] = await Promise.all([stage().consumer('red'), stage().consumer('blue')]);
    await stage().gate.offerSecondEndpoint((cluster) => cluster === blue.workspace.cluster);
    await stage().startProvider();
    await stage().operator.configure({ kcp: 'on' });
    await Promise.all([red.bind(), blue.bind()]);
  }, 120_000);

  // Reported as kcp-dev/multicluster-provider#48
  it('hears the orders of both', async () => {
    await Promise.all([red.order('main'), blue.order('main')]);
    await Promise.all([red.whenReady('main'), blue.whenReady('main')]);
    expect((await stage().onServer()).databases).toHaveLength(2);
  });

  it('writes to each at its own URL', () => {
    const written = stage().gate.requests((request) => request.resource === 'databases' && request.method === 'PATCH' && request.virtualWorkspace?.export === exportName);
    const endpointOf = (consumer: Consumer) => new Set(written.filter(({ cluster }) => cluster === consumer.workspace.cluster).map(({ endpoint }) => endpoint));
    expect(endpointOf(red)).toEqual(new Set(['first']));
    expect(endpointOf(blue)).toEqual(new Set(['second']));
  });

  itKeepsSecrets(stage);
});
