import { ApiNotServed, Forbidden, Invalid, NotACluster, TimedOut, Unauthorized, Unreachable, WorkspaceNotFound } from '@kcp-runtime/kube';
import type { ConfigFinding } from '../config/config-status-writer.js';
import { fault, missingRight, serverFinding } from '../config/server-finding.js';
import { KcpFault } from './kcp-faults.js';

/** The finding of a connection that works. */
export function connectedFinding(server: string, workspace: string): ConfigFinding {
  return { status: 'True', reason: 'Connected', message: `Connected to workspace ${workspace} on ${server}` };
}

/** The finding of a failed attempt to reach the provider workspace. */
export function connectionFinding(error: unknown, workspace: string): ConfigFinding {
  if (error instanceof WorkspaceNotFound || error instanceof NotACluster) {
    return fault('WorkspaceNotFound', `Workspace ${workspace} does not exist on that server. Create it, or correct spec.kcp.providerWorkspace`);
  }
  if (error instanceof Forbidden) {
    return fault('WorkspaceForbidden', `The kubeconfig's identity may not look at workspace ${workspace}, or the workspace does not exist. ${rightsHint(error)}`);
  }
  if (error instanceof ApiNotServed) {
    return fault('NotKcp', `${error.message}. The server of the kubeconfig has no logical clusters: it must be kcp's`);
  }
  return commonFinding(error);
}

/** The finding of a failed attempt to publish. */
export function publishFinding(error: unknown): ConfigFinding {
  if (error instanceof Forbidden && missingRight(error) !== undefined) {
    return fault('RightMissing', rightsHint(error));
  }
  // kcp's admission answers 403 where others answer 422: the text tells them apart.
  if (error instanceof Forbidden || error instanceof Invalid) {
    return fault('PublishRefused', `kcp refuses what the provider publishes: ${error.message}`);
  }
  return commonFinding(error);
}

function commonFinding(error: unknown): ConfigFinding {
  return error instanceof KcpFault ? fault(error.name, error.message) : serverFinding(error);
}

function rightsHint(error: Forbidden): string {
  return `${missingRight(error) ?? error.message}. Apply what \`manifests --kcp\` prints in the provider workspace`;
}

/** Whether the fault lies between us and kcp, and not in what is published there. */
export function isConnectionFault(error: unknown): boolean {
  return error instanceof Unauthorized || error instanceof Unreachable || error instanceof TimedOut || error instanceof WorkspaceNotFound;
}
