import { uuidOf } from './hashes.js';
import { MAX_NAME_LENGTH, shorten } from './shorten.js';

/** A ControlPlane on the onboarding cluster, or what stands for one. */
export interface TenantRef {
  readonly namespace: string;
  readonly name: string;
}

/** An order in a kcp workspace. */
export interface WorkspaceTenant extends TenantRef {
  /** Name of the logical cluster, never its path: a path may mean another one tomorrow. */
  readonly cluster: string;
}

/** Namespace of a tenant on the platform cluster: `mcp--` and a UUID. The hash is over the namespace, then the name. */
export function tenantNamespace({ namespace, name }: TenantRef): string {
  return `mcp--${uuidOf(namespace === '' ? 'default' : namespace, name)}`;
}

/** The same for an order in a kcp workspace, as the Go runtime's kcp branch has it: the cluster goes before the namespace. */
export function workspaceTenantNamespace({ cluster, namespace, name }: WorkspaceTenant): string {
  return tenantNamespace({ namespace: `${cluster}_${namespace === '' ? 'default' : namespace}`, name });
}

/**
 * Name of a tenant's ClusterRequest and AccessRequest in its namespace: `<controller>--<object>--<suffix>`, 63 characters
 * at most. The hash of a shortened one is over controller and object alone, so that both suffixes share it.
 */
export function requestName(controller: string, objectName: string, suffix?: string): string {
  const name = `${controller.toLowerCase()}--${objectName.toLowerCase()}`;
  if (suffix === undefined || suffix === '') return shorten(name);
  return `${shorten(name, MAX_NAME_LENGTH - suffix.length - 2)}--${suffix.toLowerCase()}`;
}

/** Name of the Secret with the kubeconfig that a request of this name ends in. */
export function kubeconfigSecretName(request: string): string {
  return `${request}.kubeconfig`;
}
