import type { ObjectTarget } from '@kcp-runtime/nest';

/** Names of a dedicated server's objects: it has a namespace of its own, named after the order's identity. */
export function serverNamespace(identity: string): string {
  return `postgres-${identity}`;
}

const SERVER = 'postgres';

/** The StatefulSet that runs the server. */
export function serverStatefulSet(identity: string) {
  return { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace: serverNamespace(identity), name: SERVER } as const satisfies ObjectTarget;
}

/** The Service by which it is reached. */
export function serverService(identity: string) {
  return { apiVersion: 'v1', kind: 'Service', namespace: serverNamespace(identity), name: SERVER } as const satisfies ObjectTarget;
}

/** The Secret with the login of its superuser. */
export function serverSecret(identity: string) {
  return { apiVersion: 'v1', kind: 'Secret', namespace: serverNamespace(identity), name: SERVER } as const satisfies ObjectTarget;
}

/** The one Pod of the StatefulSet. */
export function serverPod(identity: string) {
  return { apiVersion: 'v1', kind: 'Pod', namespace: serverNamespace(identity), name: `${SERVER}-0` } as const satisfies ObjectTarget;
}
