import { isDeepStrictEqual } from 'node:util';
import { KubeError } from '@kcp-runtime/kube';
import type { KubeObject } from '@kcp-runtime/kube';
import { SERVICE_PROVIDERS, serviceResources } from '../init/service-provider-resources.js';
import type { RegistrationPlace } from '../init/service-provider-resources.js';
import { readConditions } from '../status/conditions.js';
import { unmetText } from './check.js';
import type { Check, Tell } from './check.js';
import { foundObject } from './found-object.js';

const ABOUT = 'ServiceProvider';

/** Whether openMCP has installed the provider, and knows the kinds that it serves. */
export async function checkServiceProvider(place: RegistrationPlace, tell: Tell, signal: AbortSignal): Promise<void> {
  try {
    const found = await foundObject(place.platform, SERVICE_PROVIDERS, { name: place.providerName }, signal);
    for (const check of found === undefined ? [absent(place)] : [installed(found), registered(found, place)]) tell(check);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    tell({ verdict: 'wrong', about: ABOUT, message: error.message });
  }
}

function absent({ providerName }: RegistrationPlace): Check {
  return {
    verdict: 'open',
    about: ABOUT,
    message: `there is no ServiceProvider ${providerName}: openMCP has not installed this provider, and deletes no orders together with their ControlPlane. \`manifests\` prints one`,
  };
}

function installed({ status }: KubeObject): Check {
  const { phase = 'none yet' } = (status ?? {}) as { readonly phase?: string }; // the wire
  if (phase === 'Ready') return { verdict: 'ok', about: ABOUT, message: 'openMCP says that it is Ready' };
  const why = unmetText(readConditions(status));
  return { verdict: 'wrong', about: ABOUT, message: `its phase is ${phase}${why === '' ? '' : `, ${why}`}. Look at its Job and Deployment in the namespace of openMCP` };
}

function registered({ status }: KubeObject, { provider }: RegistrationPlace): Check {
  const wanted = serviceResources(provider);
  const { resources = [] } = (status ?? {}) as { readonly resources?: unknown[] }; // the wire
  const kinds = wanted.map(({ group, version, kind }) => `${kind} of ${group}/${version}`).join(', ');
  if (isDeepStrictEqual(resources, wanted)) return { verdict: 'ok', about: ABOUT, message: `its status names ${kinds}` };
  return { verdict: 'wrong', about: ABOUT, message: `status.resources is not ${kinds}: openMCP would leave orders behind when a ControlPlane is deleted. The provider writes it while it runs, and \`init\` does` };
}
