import { KubeConnection } from '@kcp-runtime/kube';
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import { ClusterAccess, toldInFull } from '@kcp-runtime/openmcp';
import type { ClusterAccessState, GrantedAccess, WaitForGrant } from '@kcp-runtime/openmcp';
import { readApiClass } from '@kcp-runtime/schema';
import { ClusterAddresses } from '../access/cluster-addresses.js';
import type { ReachingClusters } from '../access/cluster-addresses.js';
import { readGranted } from '../access/granted-kubeconfig.js';
import { onboardingInitRequest, ownController } from '../access/onboarding-request.js';
import type { OwnRequestPlace } from '../access/onboarding-request.js';
import type { OrderLog } from '../offer/order.js';
import type { Provider } from '../offer/provider.js';

/** Who asks for access to the onboarding cluster, and how long it waits. */
export interface OnboardingAccessParts {
  readonly platform: KubeApi;
  readonly provider: Provider;
  /** Where the requests stand. */
  readonly namespace: string;
  readonly timeoutMs: number;
  readonly reaching: ReachingClusters;
  /** PEM, trusted beside what the kubeconfig names. */
  readonly caBundle: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Asks the platform for access to the onboarding cluster and waits for it. Whoever gets the connection closes it. @throws AccessDenied, AccessNotGranted */
export async function openOnboarding(parts: OnboardingAccessParts, signal: AbortSignal): Promise<KubeConnection> {
  const { platform, namespace, reaching, caBundle } = parts;
  const order = onboardingInitRequest({ offers: apisOf(parts), namespace });
  const access = await granted(parts, order, signal);
  const server = await new ClusterAddresses(platform, reaching).forOurselves(order.request, signal);
  return KubeConnection.open(readGranted(access, { server, caBundle }));
}

async function granted(parts: OnboardingAccessParts, order: WaitForGrant['order'], signal: AbortSignal): Promise<GrantedAccess> {
  const { platform, timeoutMs, clock, random, log } = parts;
  const access = new ClusterAccess({ api: platform, controllers: [ownController(apisOf(parts))], clock, random });
  const end = new AbortController();
  const following = access.run(AbortSignal.any([signal, end.signal]));
  try {
    return await access.whenGranted({ order, timeoutMs, onState: told(log) }, signal);
  } finally {
    end.abort();
    await following;
  }
}

function apisOf({ provider }: OnboardingAccessParts): OwnRequestPlace['offers'] {
  return provider.offers.map(({ api }) => ({ api: readApiClass(api) }));
}

/** Each state once: whoever looks at the log of a Job that does not end has to see what it waits for. */
function told(log: OrderLog): (state: ClusterAccessState) => void {
  let last = '';
  return (state) => {
    if (state.kind === 'granted' || toldInFull(state) === last) return;
    last = toldInFull(state);
    log.info('Waiting for access to the onboarding cluster', { state: state.kind, reason: last });
  };
}
