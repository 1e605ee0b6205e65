import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadAll } from 'js-yaml';
import { dig } from '../../admin/raw-client.js';
import type { RawBody } from '../../admin/raw-client.js';
import { requestToken } from '../../admin/service-account.js';
import { BoxModule, boxProvider, group } from './boxes.fixture.js';
import { Canaries } from '../../canaries.js';
import type { PlatformCluster } from '../../platform/cluster/platform-cluster.js';
import type { Platform } from '../../platform/platform.js';
import { startPlatformOnEmulator } from '../../platform/start-platform-on-emulator.js';
import { printedManifests } from '../../provider/printed-manifests.js';
import { ProviderCall } from '../../provider/provider-call.js';
import { eventually } from '../../wait/eventually.js';

const system = 'openmcp-system';
const serviceProvider = '/apis/openmcp.cloud/v1alpha1/serviceproviders/boxes';
const runRequest = { namespace: system, name: `${group}--onboarding-run` };
const requestPath = `/apis/clusters.openmcp.cloud/v1alpha1/namespaces/${system}/accessrequests/${runRequest.name}`;

/** Applies what `manifests` prints for the platform cluster, and returns a kubeconfig of the identity in it. */
async function installed(cluster: PlatformCluster): Promise<string> {
  const documents = loadAll(await printedManifests(boxProvider, `--namespace=${system}`)) as (RawBody | null)[];
  await cluster.apply(documents.filter((document) => document !== null).filter((document) => dig(document, 'metadata', 'labels', 'openmcp.cloud/cluster') === 'platform'));
  return cluster.kubeconfig(await requestToken(cluster.client, { namespace: system, name: 'boxes', seconds: 86_400 }));
}

describe('an operator of an openMCP platform who asks the doctor', () => {
  let platform: Platform;
  let folder: string;
  let running: ProviderCall | undefined;
  const canaries = new Canaries();
  let output = '';

  /** Calls a command of the provider; `run` and `doctor` with the rights that `manifests` prints, and no others. */
  function call(command: 'init' | 'run' | 'doctor', kubeconfig = command === 'init' ? 'admin' : 'provider'): ProviderCall {
    const argv = [command, `--kubeconfig=${join(folder, kubeconfig)}`, `--namespace=${system}`, '--health-probe-bind-address=0'];
    return new ProviderCall(boxProvider, { argv, env: { POD_NAMESPACE: system, POD_NAME: 'boxes-0' }, ...(command === 'run' ? { loadModule: async () => BoxModule } : {}) });
  }
  async function asked(kubeconfig?: string): Promise<{ readonly code: number; readonly text: string }> {
    const doctor = call('doctor', kubeconfig);
    const code = await doctor.ended;
    output += doctor.text;
    return { code, text: doctor.text };
  }
  const whenSays = (words: RegExp): Promise<{ readonly code: number; readonly text: string }> =>
    eventually(async () => ((said) => (words.test(said.text) ? said : undefined))(await asked()), { what: `the doctor to say ${String(words)}` });
  const configure = (): Promise<unknown> => platform.platform.apply([{ apiVersion: `${group}/v1alpha1`, kind: 'BoxConfig', metadata: { name: 'boxes' }, spec: {} }]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    platform = await startPlatformOnEmulator({ canaries });
    await writeFile(join(folder, 'admin'), platform.platform.adminKubeconfig);
    await writeFile(join(folder, 'elsewhere'), platform.onboarding.adminKubeconfig);
    await writeFile(join(folder, 'provider'), await installed(platform.platform));
  });
  afterAll(async () => {
    running?.stop();
    await running?.ended;
    await platform.stop();
    await rm(folder, { recursive: true });
  });

  it('before there is anything, hears what is missing and who brings it', async () => {
    const { code, text } = await asked();
    expect(code).toBe(1);
    expect(text).toMatch(/^!! {2}ProviderConfig: there is no BoxConfig boxes/m);
    expect(text).toMatch(/^-- {2}ServiceProvider: there is no ServiceProvider boxes: .*`manifests` prints one/m);
    expect(text).toMatch(/^!! {2}lease openmcp-system\/boxes-standard: there is none/m);
    expect(text).toMatch(/^!! {2}access \S+--onboarding-init: there are no requests of that name .*neither `init` nor `run` has got so far/m);
  });

  it('hears that openMCP is not done with the provider, and that its kinds are not told', async () => {
    await platform.platform.apply([{ apiVersion: 'openmcp.cloud/v1alpha1', kind: 'ServiceProvider', metadata: { name: 'boxes' }, spec: { image: 'boxes' } }]);
    const conditions = [
      { type: 'Initialized', status: 'False', reason: 'InitRunning', message: 'the init job runs' },
      { type: 'Ready', status: 'False', reason: 'ProviderInstallationPending', message: '' },
    ];
    await platform.platform.client.merge(`${serviceProvider}/status`, { status: { phase: 'Progressing', observedGeneration: 1, conditions } });
    const { text } = await asked();
    expect(text).toMatch(/^!! {2}ServiceProvider: its phase is Progressing, InitRunning: the init job runs; ProviderInstallationPending\. Look at its Job/m);
    expect(text).toMatch(/^!! {2}ServiceProvider: status\.resources is not Box of /m);
  });

  it('after init, hears that the kinds stand, and that nobody serves them yet', async () => {
    expect(await call('init').ended).toBe(0);
    await platform.platform.client.merge(`${serviceProvider}/status`, { status: { phase: 'Ready' } });
    const { text } = await asked();
    expect(text).toMatch(/^ok {2}ServiceProvider: openMCP says that it is Ready/m);
    expect(text).toMatch(/^ok {2}ServiceProvider: its status names Box of /m);
    expect(text).toMatch(/^ok {2}access \S+--onboarding-init: granted, and leads to https:/m);
    expect(text).toMatch(new RegExp(`^ok {2}CustomResourceDefinition boxes\\.${group}: it is served as this program installs it`, 'm'));
    expect(text).toMatch(/^!! {2}access \S+--onboarding-run: there are no requests/m);
  });

  it('while the provider runs, hears that nothing of standard mode is wrong', async () => {
    await configure();
    running = call('run');
    const { text } = await whenSays(/^ok {2}orders of kind Box: 0 on the onboarding cluster/m);
    expect(text).toMatch(/^ok {2}lease openmcp-system\/boxes-standard: boxes-0 holds it/m);
    expect(text).not.toMatch(/^!!/m);
  });

  it('hears that a kind is not as this program installs it', async () => {
    const crd = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/boxes.${group}`;
    const { body } = await platform.onboarding.client.get(crd);
    await platform.onboarding.client.delete(crd);
    const { text } = await whenSays(new RegExp(`^!! {2}CustomResourceDefinition boxes\\.${group}: it is not on the onboarding cluster\\. \`init\` puts it there`, 'm'));
    expect(text).toMatch(/^!! {2}orders of kind Box: the onboarding cluster does not serve boxes\./m);
    const { apiVersion, kind, spec } = body;
    await platform.onboarding.apply([{ apiVersion, kind, metadata: { name: `boxes.${group}` }, spec }]);
    await whenSays(/^ok {2}orders of kind Box/m);
  });

  it('hears that access is denied, in the words of the platform', async () => {
    platform.clusterProvider.denyAccess(runRequest, 'no access to onboarding for boxes');
    await platform.platform.client.delete(requestPath);
    const { code } = await whenSays(/^!! {2}access \S+--onboarding-run: the phase of the AccessRequest is Denied.*no access to onboarding for boxes\. Look at the cluster provider/m);
    expect(code).toBe(1);
    platform.clusterProvider.grantAccess(runRequest);
  });

  it('on a cluster without openMCP, hears that standard mode is off, and asks for no right of it', async () => {
    const { text } = await asked('elsewhere');
    expect(text).toMatch(/^-- {2}standard mode: the platform cluster does not serve clusters\.openmcp\.cloud/m);
    expect(text).not.toContain('accessrequests');
  });

  it('is shown no token', () => {
    expect(canaries.search([{ where: 'what the doctor says', text: output }])).toEqual([]);
    expect(canaries.size).toBeGreaterThan(2);
  });
});
