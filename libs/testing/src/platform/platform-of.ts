import type { Platform } from './platform.js';
import type { FaultLog } from './follow/fault-log.js';
import { TenantClusters } from './tenant-clusters.js';

/** What either form of a platform is made of. */
export interface PlatformParts extends Pick<Platform, 'environment' | 'platform' | 'onboarding' | 'clusterProvider' | 'pauseScheduler' | 'resumeScheduler' | 'stop'> {
  readonly faults: FaultLog;
}

/** The platform that these parts are. */
export function platformOf({ faults, ...parts }: PlatformParts): Platform {
  const tenants = new TenantClusters({ ...parts, faults });
  return {
    ...parts,
    namespaceOf: (ref) => tenants.namespaceOf(ref),
    createControlPlane: (ref) => tenants.create(ref),
    deleteControlPlane: (ref) => tenants.delete(ref),
    whenControlPlaneGone: (ref, deadlineMs) => tenants.whenGone(ref, deadlineMs),
    whenClusterOf: (request, deadlineMs) => tenants.whenClusterOf(request, deadlineMs),
    faults: () => faults.text,
  };
}
