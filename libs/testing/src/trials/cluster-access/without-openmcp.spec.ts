import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '../../platform/platform.js';
import { platformDefinitions } from '../../platform/crds.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { eventually } from '../../wait/eventually.js';
import { AccessTrial } from './access-trial.fixture.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

let platform: Platform;
let trial: AccessTrial;

beforeAll(async () => {
  platform = await startPlatformOnEmulator({ way: 'gate' });
  for (const plural of ['clusterrequests', 'accessrequests']) {
    await platform.platform.client.delete(`${DEFINITIONS}/${plural}.clusters.openmcp.cloud`);
    await whenGone(`${DEFINITIONS}/${plural}.clusters.openmcp.cloud`);
  }
  trial = await AccessTrial.start(platform);
});
afterAll(async () => {
  await trial.end();
  await platform.stop();
});

async function whenGone(path: string): Promise<void> {
  await eventually(async () => ((await platform.platform.client.get(path)).status === 404 ? true : undefined));
}

describe('a platform cluster without openMCP', () => {
  const tenant = { namespace: 'project-demo--ws-dev', name: 'early' };

  it('has no clusters, and says so', async () => {
    expect((await trial.open(trial.toWorkload(tenant), 'notServed')).message).toContain('clusters.openmcp.cloud');
  });

  it('holds up no order that is deleted', async () => {
    expect(await trial.closeOnce(trial.toWorkload(tenant))).toEqual({ kind: 'gone' });
  });

  it('is looked at again, and serves who waits as soon as it can', async () => {
    const order = trial.toControlPlane(tenant);
    const opened = trial.open(order, 'granted');
    await platform.platform.apply(platformDefinitions);
    await platform.createControlPlane(tenant);
    await opened;
  });
});
