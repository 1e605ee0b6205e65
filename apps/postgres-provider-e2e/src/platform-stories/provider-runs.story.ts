import { beforeAll, expect, it } from '@jest/globals';
import { dig } from '@kcp-runtime/testing';
import { apiGroup } from '../stage/names.js';
import type { OnStage } from './platform-story.js';

/** The operator installs the provider, and finds it running. */
export function providerRuns(stage: OnStage): void {
  beforeAll(async () => {
    await stage().provider.apply();
    await stage().provider.whenReady();
  }, 240_000);

  it('has its kinds defined by init, each on the cluster where it belongs', async () => {
    const { platform, onboarding } = stage().platform;
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    expect((await platform.client.get(`${definitions}/postgresconfigs.${apiGroup}`)).status).toBe(200);
    expect((await onboarding.client.get(`${definitions}/databases.${apiGroup}`)).status).toBe(200);
    expect((await platform.client.get(`${definitions}/databases.${apiGroup}`)).status).toBe(404);
  });

  it('finds in its status which kinds it offers, so that they go with their ControlPlane', async () => {
    expect(dig(await stage().provider.read(), 'status', 'resources')).toEqual([{ group: apiGroup, version: 'v1alpha1', kind: 'Database' }]);
  });

  it('has the provider run with what the operator wrote', async () => {
    const args = dig(await stage().provider.deployment(), 'spec', 'template', 'spec', 'containers', 0, 'args');
    expect(args).toEqual(expect.arrayContaining(['run', '--environment=e2e', '--provider-name=postgres']));
    expect(stage().provider.pods()).toHaveLength(1);
  });

  it('has the provider started again when it crashes', async () => {
    const [pod] = stage().provider.pods();
    pod?.signal('SIGKILL');
    await stage().provider.whenRestarted(1);
    await stage().provider.whenReady();
  });
}
