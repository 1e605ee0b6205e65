import { afterAll, describe } from '@jest/globals';
import { accesses } from './access.story.js';
import { bothModes } from './both-modes.story.js';
import { dedicated } from './dedicated.story.js';
import { operated } from './operated.story.js';
import { orders } from './order.story.js';
import { onPlatform } from './platform-story.js';
import type { OnStage } from './platform-story.js';
import { providerRuns } from './provider-runs.story.js';
import { replicas } from './replicas.story.js';
import { waits } from './waiting.story.js';

/** Stories that leave the platform and its tenants as they found them: they play on one, since its start takes a minute. */
describe('on one platform', () => {
  const stage = onPlatform();

  describe.each<[string, (stage: OnStage) => void]>([
    ['an operator creates the ServiceProvider', providerRuns],
    ['a tenant orders a database beside his ControlPlane', orders],
    ["the platform decides about the provider's accesses", accesses],
    ['the platform does not give what an order waits for', waits],
    ['a tenant orders a server of his own', dedicated],
    ['one process serves ControlPlanes and the workspaces of a kcp', bothModes],
    ['an operator holds, pushes and configures a provider that serves', operated],
  ])('%s', (_what, story) => {
    story(stage);
    afterAll(() => stage().withdrawOrders(), 120_000);
  });

  describe('a provider runs with two replicas', () => replicas(stage));
});
