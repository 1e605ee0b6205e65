/**
 * A PostgreSQL server for one order, on the workload cluster that the runtime has ordered. Each pass brings the objects to
 * what the config says and looks how far the server is; what is made here goes with the order, by the runtime.
 */
import type { KubeObject, Progressing, WorkloadClient } from '@kcp-runtime/nest';
import { progressing } from '@kcp-runtime/nest';
import type { DedicatedServers } from '../config/postgres-config.js';
import type { ServerAccess } from '../servers/server-access.js';
import { superuserPassword } from './superuser-password.js';
import { serverAddress } from './server-address.js';
import { serverPod, serverSecret, serverService, serverStatefulSet } from './server-names.js';
import { SUPERUSER, serverObjects } from './server-objects.js';

/** What a server is raised for, and where. */
export interface ServerOrder {
  readonly identity: string;
  readonly workload: WorkloadClient;
  readonly config: DedicatedServers;
  /** What passwords are derived from. */
  readonly passwordKey: string;
}

/** A server that takes logins, or how far it is. */
export type RaisedServer = { readonly kind: 'ready'; readonly access: ServerAccess } | { readonly kind: 'starting'; readonly answer: Progressing };

/** Nothing tells of the workload cluster's objects: they are looked at. */
const LOOK_AGAIN_MS = 5_000;

/** Makes or mends the server of an order. */
export async function raiseServer({ identity, workload, config, passwordKey }: ServerOrder): Promise<RaisedServer> {
  const password = (await standingPassword(workload, identity)) ?? superuserPassword({ key: passwordKey, identity });
  const standing = await workload.get(serverStatefulSet(identity));
  const storage = claimedStorage(standing) ?? config.storage;
  await workload.applySet('server', serverObjects({ ...config, storage, identity, password }));
  if (!isRunning(await workload.get(serverStatefulSet(identity)))) return starting('PostgresStarting', 'The PostgreSQL server is starting on the workload cluster');
  const address = serverAddress(await workload.get(serverService(identity)), await workload.get(serverPod(identity)));
  if (address === undefined) return starting('AddressPending', 'The PostgreSQL server has no address outside its workload cluster yet');
  return { kind: 'ready', access: { adminUri: `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@${address.host}:${address.port}/postgres`, passwordKey } };
}

/** Whether an order has a server that would go with it. */
export async function hasServer(workload: WorkloadClient, identity: string): Promise<boolean> {
  return (await workload.get(serverStatefulSet(identity))) !== undefined;
}

/** A server takes its superuser's password when it starts for the first time, and never again: another key must not change it. */
async function standingPassword(workload: WorkloadClient, identity: string): Promise<string | undefined> {
  const { data } = ((await workload.get(serverSecret(identity))) ?? {}) as { readonly data?: { readonly password?: string } };
  return data?.password === undefined ? undefined : Buffer.from(data.password, 'base64').toString('utf8');
}

/** A volume is claimed once; Kubernetes refuses another size in a StatefulSet that stands. */
function claimedStorage(statefulSet: KubeObject | undefined): string | undefined {
  const { volumeClaimTemplates } = (statefulSet?.['spec'] ?? {}) as {
    readonly volumeClaimTemplates?: readonly { readonly spec?: { readonly resources?: { readonly requests?: { readonly storage?: string } } } }[];
  };
  return volumeClaimTemplates?.[0]?.spec?.resources?.requests?.storage;
}

function isRunning(statefulSet: KubeObject | undefined): boolean {
  const { observedGeneration = 0, readyReplicas = 0 } = (statefulSet?.['status'] ?? {}) as { readonly observedGeneration?: number; readonly readyReplicas?: number };
  return readyReplicas > 0 && observedGeneration >= (statefulSet?.metadata.generation ?? 0);
}

function starting(reason: string, message: string): RaisedServer {
  return { kind: 'starting', answer: progressing(reason, message, { retryAfterMs: LOOK_AGAIN_MS }) };
}
