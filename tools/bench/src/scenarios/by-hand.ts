/** The floor under every provider: the two writes that bring an order to Ready, sent by hand through the virtual workspace. */
import { RawClient, dig, readAdminKubeconfig } from '@kcp-runtime/testing';
import type { Figures } from '../figures/rounds.js';
import { median, quantile } from '../figures/statistics.js';
import { widgetGroup, widgetsPath } from '../site/bench-site.js';
import type { BenchSite } from '../site/bench-site.js';
import { inFlight } from '../site/in-flight.js';

/** As many as create orders, and as many as a provider has workers. */
const lanes = 32;
/** The conditions that our runtime writes: what a status weighs, the server has to carry. */
const stages = ['Ready', 'ConfigAvailable', 'SpecAccepted', 'PermissionClaimsAccepted'] as const;

/** What to make Ready. */
export interface HandWork {
  readonly prefix: string;
  readonly burst: number;
  readonly oneByOne: number;
}

/** Measures the floor as a provider is measured, without anything that a provider does beside its two writes. */
export async function twoWritesByHand(site: BenchSite, { prefix, burst, oneByOne }: HandWork): Promise<Figures> {
  const url = await virtualWorkspace(site);
  const client = RawClient.open({ url, ca: site.kcp.ca, token: () => readAdminKubeconfig(site.workspaceKubeconfig).token });
  try {
    const before = performance.now();
    await inFlight(lanes, Array.from({ length: burst }, (_, index) => index), (index) => toReady(site, client, index, `${prefix}-burst-${index}`));
    const seconds = (performance.now() - before) / 1000;
    const singleMs: number[] = [];
    for (let index = 0; index < oneByOne; index++) {
      const from = performance.now();
      await toReady(site, client, index, `${prefix}-single-${index}`);
      singleMs.push(performance.now() - from);
    }
    return { 'orders/s': burst / seconds, 'one by one ms': median(singleMs), 'p99 ms': quantile(singleMs, 0.99) };
  } finally {
    await client.close();
  }
}

async function toReady(site: BenchSite, client: RawClient, workspace: number, name: string): Promise<void> {
  const created = await site.makeOrder(workspace, name, 'unstamped');
  const cluster = String(dig(created, 'metadata', 'annotations', 'kcp.io/cluster'));
  const path = `/clusters/${cluster}${widgetsPath}/${name}`;
  const resourceVersion = dig(created, 'metadata', 'resourceVersion');
  await patched(client, path, { metadata: { resourceVersion, finalizers: [`${widgetGroup}/finalizer`] } });
  const lastTransitionTime = dig(created, 'metadata', 'creationTimestamp');
  const conditions = stages.map((type) => ({ type, status: 'True', reason: 'ReconcileSuccess', message: 'Done by hand', lastTransitionTime }));
  await patched(client, `${path}/status`, { status: { observedGeneration: 1, phase: 'Ready', seen: 'yes', conditions } });
}

async function patched(client: RawClient, path: string, patch: object): Promise<void> {
  const { status, text } = await client.merge(path, patch);
  if (status !== 200) throw new Error(`PATCH ${path} was answered with ${status}: ${text}`);
}

async function virtualWorkspace(site: BenchSite): Promise<string> {
  const { body } = await site.provider.client.get(`/apis/apis.kcp.io/v1alpha1/apiexportendpointslices/${widgetGroup}`);
  return String(dig(body, 'status', 'endpoints', 0, 'url'));
}
