import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startKcp } from '@kcp-runtime/testing';
import { DatabaseTrial } from '../trial/database-trial.js';
import { docker, findEngine } from './engine.js';
import { buildImages } from './images.js';
import type { Images } from './images.js';
import { makeLocalBase } from './local-images.js';

jest.setTimeout(300_000);
const engine = await findEngine();

async function stateOf(container: string): Promise<string> {
  return (await docker('inspect', '--format={{.State.Status}}', container)).trim();
}

if (engine.kind === 'missing') {
  it.skip(`the images were neither built nor run: ${engine.reason}`, () => undefined);
} else {
  describe('the images, built on the Node of this machine', () => {
    let images: Images;
    let trial: DatabaseTrial;
    let folder: string;

    beforeAll(async () => {
      images = await buildImages(await makeLocalBase());
      trial = await DatabaseTrial.prepare(await startKcp({ driver: 'container', env: { ...process.env, KCP_IMAGE: images.emulator }, own: 'always' }));
      folder = await mkdtemp(join(tmpdir(), 'image-'));
      // Its user is another one than who writes this, as in a cluster.
      await chmod(folder, 0o755);
      await writeFile(join(folder, 'kubeconfig'), trial.kubeconfig, { mode: 0o644 });
    });
    afterAll(async () => {
      await trial.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('run as nobody that the machine knows', async () => {
      for (const image of [images.provider, images.emulator]) expect((await docker('inspect', '--format={{.Config.User}}', image)).trim()).toBe('65532:65532');
    });

    it('bring an order to Ready: the provider with a root that it cannot write to, the emulator in the place of a kcp', async () => {
      const flags = ['--detach', '--read-only', '--cap-drop=ALL', '--network=host', `--volume=${folder}:/config:ro`];
      const env = ['--env=KUBECONFIG=/config/kubeconfig', `--env=POD_NAMESPACE=${DatabaseTrial.namespace}`, '--env=POD_NAME=ship'];
      const run = ['run', '--environment=ship', '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=0'];
      const id = (await docker('run', ...flags, ...env, images.provider, ...run)).trim();
      try {
        await trial.order(async () => expect(await stateOf(id)).toBe('running'));
        await docker('stop', '--time=30', id);
        expect((await docker('inspect', '--format={{.State.ExitCode}}', id)).trim()).toBe('0');
      } finally {
        await docker('rm', '--force', id);
      }
    });
  });
}
