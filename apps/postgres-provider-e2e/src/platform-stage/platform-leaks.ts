import type { Leak, SearchedText } from '@kcp-runtime/testing';
import { addPasswords, answers, something } from '../stage/leaks.js';
import { apiGroup } from '../stage/names.js';
import { systemNamespace } from './names.js';
import type { PlatformStage } from './platform-stage.js';

const requests = ['accessrequests', 'clusterrequests', 'clusters'].map((plural) => `/apis/clusters.openmcp.cloud/v1alpha1/${plural}`);

/** Every secret of the run that stands where none may: logs, figures, termination messages, Events, status, leases, requests, ConfigMaps. */
export async function platformLeaks(stage: PlatformStage): Promise<Leak[]> {
  const { platform, onboarding } = stage.platform;
  const texts: SearchedText[] = [
    { where: 'log of the provider', text: something(stage.provider.output(), 'its log') },
    { where: 'figures of the provider', text: await stage.provider.figures() },
    // What a container left behind at its end stands in the status of its Pod.
    ...(await answers(platform.client, 'platform', [
      ...['pods', 'configmaps'].map((plural) => `/api/v1/namespaces/${systemNamespace}/${plural}`),
      `/apis/coordination.k8s.io/v1/namespaces/${systemNamespace}/leases`,
      `/apis/${apiGroup}/v1alpha1/postgresconfigs`,
      '/apis/openmcp.cloud/v1alpha1/serviceproviders',
      '/api/v1/events',
      ...requests,
    ])),
    ...(await answers(onboarding.client, 'onboarding', [`/apis/${apiGroup}/v1alpha1/databases`, '/api/v1/events'])),
    ...(await Promise.all(stage.tenants.map(({ name, cluster }) => answers(cluster.client, name, ['/api/v1/events', '/api/v1/configmaps'])))).flat(),
  ];
  for (const { cluster } of stage.tenants) await addPasswords(stage.canaries, cluster.client);
  return stage.canaries.search(texts);
}
