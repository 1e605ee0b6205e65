import type { KubeObject, ObjectTarget } from '@kcp-runtime/nest';
import type { DedicatedServers } from '../config/postgres-config.js';
import { serverNamespace, serverSecret, serverService, serverStatefulSet } from './server-names.js';

/** A server that is to stand on a workload cluster. */
export interface DedicatedServer extends DedicatedServers {
  /** `order.identity`. */
  readonly identity: string;
  /** Of the superuser. */
  readonly password: string;
}

/** The superuser of a dedicated server: the provider's own login there. */
export const SUPERUSER = 'postgres';
const PORT = 5432;
/** User and group of the official image. */
const UID = 999;

/** What a dedicated server is made of, in the order in which it is to be made. */
export function serverObjects(server: DedicatedServer): readonly KubeObject[] {
  return [namespace(server), secret(server), service(server), statefulSet(server)];
}

function namespace({ identity }: DedicatedServer): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: serverNamespace(identity) } };
}

function secret({ identity, password }: DedicatedServer): KubeObject {
  const data = { username: encoded(SUPERUSER), password: encoded(password) };
  return { ...placed(serverSecret(identity)), type: 'Opaque', data };
}

function service({ identity, service: type }: DedicatedServer): KubeObject {
  const ports = [{ name: 'postgres', port: PORT, protocol: 'TCP', targetPort: PORT }];
  return { ...placed(serverService(identity)), spec: { type, selector: podLabels(identity), ports } };
}

function statefulSet(server: DedicatedServer): KubeObject {
  const { identity, storage } = server;
  const labels = podLabels(identity);
  const volume = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } } };
  return {
    ...placed(serverStatefulSet(identity)),
    spec: {
      replicas: 1,
      serviceName: serverService(identity).name,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(server) },
      volumeClaimTemplates: [volume],
    },
  };
}

function podSpec({ identity, image }: DedicatedServer) {
  return {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: UID, runAsGroup: UID, fsGroup: UID, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'postgres',
        image,
        ports: [{ name: 'postgres', containerPort: PORT, protocol: 'TCP' }],
        env: [
          { name: 'POSTGRES_USER', valueFrom: fromSecret(identity, 'username') },
          { name: 'POSTGRES_PASSWORD', valueFrom: fromSecret(identity, 'password') },
          // A folder below the mount: a fresh volume may hold a lost+found, which initdb refuses.
          { name: 'PGDATA', value: '/var/lib/postgresql/data/pgdata' },
        ],
        readinessProbe: { exec: { command: ['pg_isready', '-h', '127.0.0.1', '-U', SUPERUSER] }, periodSeconds: 5 },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
      },
    ],
  };
}

function fromSecret(identity: string, key: string) {
  return { secretKeyRef: { name: serverSecret(identity).name, key } };
}

function podLabels(identity: string): Record<string, string> {
  return { 'app.kubernetes.io/name': 'postgres', 'app.kubernetes.io/instance': identity };
}

function placed<Target extends Required<ObjectTarget>>({ apiVersion, kind, namespace, name }: Target) {
  return { apiVersion, kind, metadata: { namespace, name } };
}

function encoded(value: string): string {
  return Buffer.from(value).toString('base64');
}
