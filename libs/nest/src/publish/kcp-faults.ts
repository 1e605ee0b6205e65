import type { KubeconfigSecret } from '@kcp-runtime/schema';
import { PROVIDER_ANNOTATION } from './api-export.js';
import type { HeldSchema } from './schema-rollout.js';

/** Annotation on the ProviderConfig by which an operator accepts that the workspace's path means another logical cluster by now. */
export const PROVIDER_CLUSTER_ANNOTATION = 'kcp-runtime.open-control-plane.io/provider-cluster';

/** Annotation on the ProviderConfig by which an operator has schemas published that would break living orders: their names, with commas between. */
export const BREAKING_SCHEMA_ANNOTATION = 'kcp-runtime.open-control-plane.io/accept-breaking-schema';

/** The schemas that the annotation names. */
export function acceptedSchemas(annotation = ''): ReadonlySet<string> {
  return new Set(annotation.split(',').map((name) => name.trim()));
}

/** A fault of kcp mode that the runtime itself has noticed. Its class name is the reason of the condition, its message says what to do. */
export abstract class KcpFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The Secret that `spec.kcp.kubeconfigSecret` names is not there. */
export class KubeconfigSecretMissing extends KcpFault {
  constructor({ namespace, name, key }: KubeconfigSecret) {
    super(`Secret ${namespace}/${name} does not exist. Create it with a kubeconfig under the key "${key}"; \`manifests --kcp\` prints how`);
  }
}

/** The Secret is there, the key is not. */
export class KubeconfigKeyMissing extends KcpFault {
  constructor({ namespace, name, key }: KubeconfigSecret) {
    super(`Secret ${namespace}/${name} has no key "${key}". Put the kubeconfig there, or name its key in spec.kcp.kubeconfigSecret.key`);
  }
}

/** The path means another logical cluster than the one that was published to. */
export class ProviderWorkspaceReplaced extends KcpFault {
  constructor(workspace: string, before: string, now: string) {
    super(
      `Workspace ${workspace} was logical cluster ${before} and is ${now} by now: an export there has another identity, and all orders would seem lost. ` +
        `Restore the old workspace; or, to begin anew, annotate the ProviderConfig with ${PROVIDER_CLUSTER_ANNOTATION}=${now}`,
    );
  }
}

/** The server answered for a workspace, and did not say which logical cluster it is. */
export class WorkspaceUnnamed extends KcpFault {
  constructor(workspace: string) {
    super(`The LogicalCluster of workspace ${workspace} has no annotation kcp.io/cluster. The server of the kubeconfig must be kcp's, in version 0.32 or later`);
  }
}

/** An export of that name is there, and this provider has not made it. */
export class ExportConflict extends KcpFault {
  constructor(exportName: string, owner: string | undefined, providerName: string) {
    super(
      `APIExport ${exportName} ${owner === undefined ? 'was not made by this provider' : `belongs to provider ${owner}`}. ` +
        `Name another in spec.kcp.export.name; or, to hand it over, annotate it with ${PROVIDER_ANNOTATION}=${providerName}`,
    );
  }
}

/** A schema of this name stands there with other content; schemas can't be changed. */
export class SchemaDiffers extends KcpFault {
  constructor(name: string) {
    super(`APIResourceSchema ${name} has another content than its name says. Delete it in the provider workspace; it is then made again`);
  }
}

/** A newer schema would refuse orders that are there, or drop what is in them: the older one stays served. */
export class BreakingSchemaChange extends KcpFault {
  constructor(held: readonly HeldSchema[]) {
    const reasons = held.map(({ wanted, served, breaks }) => `${wanted} in the place of ${served}: ${breaks.map(({ path, message }) => `${path} ${message}`).join('; ')}`);
    super(
      'A new schema would break living orders, so the old one stays served. Make the change in a way that takes what is there; or, when no order ' +
        `needs it, annotate the ProviderConfig with ${BREAKING_SCHEMA_ANNOTATION}=${held.map(({ wanted }) => wanted).join(',')}. What would break: ${reasons.join('. ')}`,
    );
  }
}

/** The process does not hold the lease any longer: the write was not sent. */
export class LeaseTermOver extends KcpFault {
  constructor() {
    super('The lease of kcp mode is over: nothing is written until it is held again');
  }
}
