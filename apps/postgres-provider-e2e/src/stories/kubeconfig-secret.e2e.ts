import { beforeAll, describe, expect, it } from '@jest/globals';
import { kubeconfigText } from '@kcp-runtime/testing';
import { dump, load } from 'js-yaml';
import type { ProviderProcess } from '../stage/provider-process.js';
import type { Stage } from '../stage/stage.js';
import { itKeepsSecrets, onStage } from './story.js';

interface Kubeconfig {
  clusters: { cluster: Record<string, unknown> }[];
  users: { user: Record<string, unknown> }[];
}

const changed = (text: string, change: (config: Kubeconfig) => void): string => {
  const config = load(text) as Kubeconfig;
  change(config);
  return dump(config);
};
const withCluster = (text: string, change: (cluster: Record<string, unknown>) => void): string =>
  changed(text, (config) => config.clusters.forEach(({ cluster }) => change(cluster)));
const withUser = (text: string, user: Record<string, unknown>): string => changed(text, (config) => config.users.forEach((entry) => (entry.user = user)));

/** Each fault: what is written into the Secret, and words of what the ProviderConfig must say. The CA is that of the server behind the gate. */
const faults: readonly [what: string, secret: (good: string, stage: Stage) => Record<string, string>, words: RegExp][] = [
  ['has no key "kubeconfig"', () => ({ other: 'value' }), /key.*kubeconfig/i],
  ['is not YAML', () => ({ kubeconfig: '{ not: [yaml' }), /YAML/i],
  ['runs a program', (good) => ({ kubeconfig: withUser(good, { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'sh' } }) }), /exec/],
  ['speaks plain http', (good) => ({ kubeconfig: withCluster(good, (cluster) => (cluster['server'] = 'http://127.0.0.1:1')) }), /https/],
  ['has another CA', (good, stage) => ({ kubeconfig: withCluster(good, (cluster) => (cluster['certificate-authority-data'] = Buffer.from(stage.kcp.ca).toString('base64'))) }), /certificate/i],
  ['has a token that nobody knows', (good) => ({ kubeconfig: withUser(good, { token: 'nobody-knows-this-token' }) }), /401|token|credential/i],
];

describe('a kubeconfig Secret that is wrong', () => {
  const stage = onStage();
  let provider: ProviderProcess;
  let good: string;

  beforeAll(async () => {
    good = stage().kcpKubeconfig;
    provider = await stage().startProvider();
    await stage().operator.deleteSecret('kcp-provider');
    await stage().operator.configure({ kcp: 'on' });
  }, 120_000);

  const heals = async (): Promise<void> => {
    await stage().operator.putSecret('kcp-provider', { kubeconfig: good });
    await stage().operator.whenSays('KcpConnected', 'True', /Connected to workspace/);
    expect(provider.running).toBe(true);
  };

  // The status is written once in ten seconds at most, so most faults follow each other without a healthy time between them.
  it('is missing: that is said, and it heals', async () => {
    await stage().operator.whenSays('KcpConnected', 'False', /kcp-provider.*(not exist|missing|no Secret)/i);
    await heals();
  });

  it.each(faults)('%s: that is said', async (_, secret, words) => {
    await stage().operator.replaceSecret('kcp-provider', secret(good, stage()));
    await stage().operator.whenSays('KcpConnected', 'False', words);
    expect(provider.running).toBe(true);
  });

  it('heals as soon as it is mended', heals);

  it('leads to a workspace that does not exist: that is said', async () => {
    await stage().operator.configure({ kcp: 'on', providerWorkspace: `root:${stage().run}:nowhere` });
    await stage().operator.whenSays('KcpConnected', 'False', /nowhere does not exist/);
    await stage().operator.configure({ kcp: 'on' });
  });

  it('gives no rights: the missing one is named, and it heals', async () => {
    const { token } = await stage().operator.provider.workspace.serviceAccount({ name: 'without-rights' });
    const server = (load(good) as { clusters: { cluster: { server: string } }[] }).clusters[0]?.cluster.server ?? '';
    await stage().operator.replaceSecret('kcp-provider', { kubeconfig: kubeconfigText({ server, ca: stage().gate.ca, token }) });
    await stage().operator.whenSays('KcpConnected', 'False', /logicalclusters/);
    await heals();
  });

  itKeepsSecrets(stage);
});
