import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hostname } from 'node:os';
import { getContainerRuntimeClient } from 'testcontainers';
import { OWNER_LABEL, containerOwner, sweepContainers } from './container-sweep.js';
import { containerDriver } from './container.driver.js';
import type { KcpServer } from './kcp-server.js';

const availability = await containerDriver.available(process.env);

// No number of a process is that large.
const NOBODY = `${hostname()}/99999999`;

if (availability.kind === 'missing') {
  it.skip(`the container driver did not run: ${availability.reason}`, () => undefined);
} else {
  describe('the container driver', () => {
    let kcp: KcpServer;

    beforeAll(async () => {
      kcp = await containerDriver.start({ env: process.env, own: 'always', readyDeadlineMs: 120_000 });
    }, 180_000);
    afterAll(() => kcp.stop(), 60_000);

    it('gives a kubeconfig of the admin, with the address that the host uses', () => {
      expect(kcp.adminKubeconfig).toContain(`server: ${kcp.url}`);
    });

    it('removes what an ended process has left, and nothing of those that live', async () => {
      const { container } = await getContainerRuntimeClient();
      const make = (owner: string) => container.create({ Image: process.env['KCP_IMAGE'] ?? '', Cmd: ['--version'], Labels: { [OWNER_LABEL]: owner } });
      const [orphan, ours, elsewhere] = await Promise.all([make(NOBODY), make(containerOwner()), make('another-machine/1')]);
      await sweepContainers();
      const left = (await container.dockerode.listContainers({ all: true })).map(({ Id }) => Id);
      expect([orphan, ours, elsewhere].map(({ id }) => left.includes(id))).toEqual([false, true, true]);
      await Promise.all([ours, elsewhere].map((made) => made.remove({ force: true })));
    });
  });
}
