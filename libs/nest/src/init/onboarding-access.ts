import { KubeConnection, readKubeconfig } from '@kcp-runtime/kube';
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import { ClusterAccess } from '@kcp-runtime/openmcp';
import type { ClusterAccessState, GrantedAccess } from '@kcp-runtime/openmcp';
import { readApiClass } from '@kcp-runtime/schema';
import { onboardingInitRequest, ownController } from '../access/onboarding-request.js';
import type { OrderLog } from '../offer/order.js';
import type { Provider } from '../offer/provider.js';

/** Who asks for access to the onboarding cluster, and how long it waits. */
export interface OnboardingAccessParts {
  readonly platform: KubeApi;
  readonly provider: Provider;
  /** Where the requests stand. */
  readonly namespace: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Asks the platform for access to the onboarding cluster and waits for it. Whoever gets the connection closes it. @throws AccessDenied, AccessNotGranted */
export async function openOnboarding(parts: OnboardingAccessParts, signal: AbortSignal): Promise<KubeConnection> {
  const { secret, kubeconfig } = await granted(parts, signal);
  return KubeConnection.open(readKubeconfig(kubeconfig, { origin: 'cluster', source: `Secret ${secret.namespace}/${secret.name}, key ${secret.key}` }));
}

async function granted({ platform, provider, namespace, timeoutMs, clock, random, log }: OnboardingAccessParts, signal: AbortSignal): Promise<GrantedAccess> {
  const offers = provider.offers.map(({ api }) => ({ api: readApiClass(api) }));
  const access = new ClusterAccess({ api: platform, controllers: [ownController(offers)], clock, random });
  const end = new AbortController();
  const following = access.run(AbortSignal.any([signal, end.signal]));
  try {
    return await access.whenGranted({ order: onboardingInitRequest({ offers, namespace }), timeoutMs, onState: told(log) }, signal);
  } finally {
    end.abort();
    await following;
  }
}

/** Each state once: whoever looks at the log of a Job that does not end has to see what it waits for. */
function told(log: OrderLog): (state: ClusterAccessState) => void {
  let last = '';
  return (state) => {
    if (state.kind === 'granted' || state.message === last) return;
    last = state.message;
    log.info('Waiting for access to the onboarding cluster', { state: state.kind, reason: state.message });
  };
}
