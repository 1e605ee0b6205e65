import { ApiNotServed, Forbidden } from '@kcp-runtime/kube';
import { toldInFull } from '@kcp-runtime/openmcp';
import type { ClusterAccessState } from '@kcp-runtime/openmcp';
import { CaBundleMissing } from '../config/ca-bundle.js';
import type { ConfigFinding } from '../config/config-status-writer.js';
import { OPENMCP_NOT_SERVED } from '../config/config-status-writer.js';
import { fault, missingRight, serverFinding } from '../config/server-finding.js';
import type { OnboardingSource } from '../source/onboarding-source.js';
import { because } from '../status/reasons.js';

/** The finding of a connection that works. */
export function connectedFinding(server: string): ConfigFinding {
  return { status: 'True', reason: 'Connected', message: `Connected to the onboarding cluster on ${server}` };
}

/** The finding of a failed attempt to reach the onboarding cluster, or to order the access to it on the platform cluster. */
export function connectionFinding(error: unknown): ConfigFinding {
  if (error instanceof Forbidden) return fault('RightMissing', `${missingRight(error) ?? error.message}. Give the provider the rights that \`manifests\` prints`);
  return error instanceof CaBundleMissing ? fault(error.name, error.message) : serverFinding(error);
}

/** The finding of an access that is not there, or can't be used. Who reads it may know what the platform has said. */
export function accessFinding(state: Exclude<ClusterAccessState, { readonly kind: 'granted' }>): ConfigFinding {
  const message = toldInFull(state);
  switch (state.kind) {
    case 'waiting':
      return { status: 'Unknown', ...because.platformAwaited({ ...state, message }) };
    case 'noCluster':
      return fault('WaitingForClusterRequest', state.message);
    case 'denied':
    case 'unusable':
    case 'foreign':
      return { status: 'False', ...because.accessRefused({ ...state, message }) };
    case 'notServed':
      return { ...OPENMCP_NOT_SERVED, message: state.message };
  }
}

/** The finding of orders that are followed over a connection, or are not. */
export function ordersFinding({ trouble, isFollowing }: Pick<OnboardingSource, 'trouble' | 'isFollowing'>): ConfigFinding {
  if (trouble instanceof ApiNotServed) return fault('ApiNotServed', `${trouble.message}. The CustomResourceDefinitions of the provider's offers must stand on the onboarding cluster: \`init\` puts them there`);
  if (trouble instanceof Forbidden) return fault('RightMissing', `${missingRight(trouble) ?? trouble.message}. The provider's AccessRequest asks for it: see why the cluster provider has not given it`);
  if (trouble !== undefined) return serverFinding(trouble);
  if (isFollowing) return { status: 'True', reason: 'Serving', message: 'The orders of the onboarding cluster are followed' };
  return { status: 'Unknown', reason: 'NotYetKnown', message: 'The orders of the onboarding cluster are being looked at' };
}
