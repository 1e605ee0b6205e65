import { isDeepStrictEqual } from 'node:util';
import { ApiNotServed, KubeError } from '@kcp-runtime/kube';
import type { KubeApi } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import { onboardingInitRequest, onboardingRequest } from '../access/onboarding-request.js';
import { notServedBecause } from '../init/crd-installation.js';
import type { FoundCrd } from '../init/crd-installation.js';
import { CRDS, orderCrd } from '../init/crds.js';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';
import { reachGranted } from './access-checks.js';
import type { AccessPlace } from './access-checks.js';
import type { Check, Tell } from './check.js';
import { foundObject } from './found-object.js';

/** The way to the orders of the onboarding cluster. */
export interface OnboardingPlace extends AccessPlace {
  readonly provider: Provider;
  readonly namespace: string;
}

const INIT_PUTS = '`init` puts it there; look at its Job';

/** Whether the kinds stand on the onboarding cluster, and whether the provider may work on its orders. Each is looked at with the access that is for it. */
export async function checkOnboarding(place: OnboardingPlace, tell: Tell, signal: AbortSignal): Promise<void> {
  const { provider, namespace } = place;
  const own = { offers: provider.offers.map(({ api }) => ({ api: readApiClass(api) })), namespace };
  await overAccess(place, onboardingInitRequest(own).request, (api) => checkEach(provider.offers, (offer) => definition(api, offer, signal), tell), tell, signal);
  await overAccess(place, onboardingRequest(own).request, (api) => checkEach(provider.offers, (offer) => orders(api, offer, signal), tell), tell, signal);
}

async function overAccess(place: OnboardingPlace, request: Parameters<typeof reachGranted>[1], look: (api: KubeApi) => Promise<void>, tell: Tell, signal: AbortSignal): Promise<void> {
  const connection = await reachGranted(place, request, tell, signal);
  try {
    if (connection !== undefined) await look(connection.api());
  } finally {
    await connection?.close();
  }
}

async function checkEach(offers: readonly AnyOffer[], look: (offer: AnyOffer) => Promise<Check>, tell: Tell): Promise<void> {
  for (const offer of offers) tell(await look(offer));
}

async function definition(api: KubeApi, offer: AnyOffer, signal: AbortSignal): Promise<Check> {
  const wanted = orderCrd(offer);
  const about = `CustomResourceDefinition ${wanted.metadata.name}`;
  const wrong = (message: string): Check => ({ verdict: 'wrong', about, message });
  try {
    const found = await foundObject<FoundCrd>(api, CRDS, { name: wanted.metadata.name }, signal);
    if (found === undefined) return wrong(`it is not on the onboarding cluster. ${INIT_PUTS}`);
    const why = notServedBecause(found);
    if (why !== undefined) return wrong(`it is not served: ${why}`);
    const isOurs = isDeepStrictEqual(schemas(JSON.parse(JSON.stringify(wanted))), schemas(found));
    return isOurs ? { verdict: 'ok', about, message: 'it is served as this program installs it' } : wrong(`it is served, and not as this program installs it. ${INIT_PUTS}`);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return wrong(error.message);
  }
}

function schemas({ spec }: FoundCrd): unknown[] {
  return (spec?.versions ?? []).map(({ name, schema }) => [name, schema?.openAPIV3Schema]);
}

async function orders(api: KubeApi, { api: orderClass }: AnyOffer, signal: AbortSignal): Promise<Check> {
  const { group, version, plural, kind, scope } = readApiClass(orderClass);
  const about = `orders of kind ${kind}`;
  try {
    const { items } = await api.resource({ group, version, plural, kind, scope }).list({ signal });
    return { verdict: 'ok', about, message: `${items.length} on the onboarding cluster` };
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return { verdict: 'wrong', about, message: error instanceof ApiNotServed ? `the onboarding cluster does not serve ${plural}.${group}. ${INIT_PUTS}` : error.message };
  }
}
