import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitReady } from '../../drivers/readiness.js';
import { Child } from '../../process/child.js';
import { onFreePorts } from '../../process/free-ports.js';
import type { AccountKeys } from './account-keys.js';
import { untilReady } from './server-not-ready.js';

const READY_DEADLINE_MS = 120_000;
/** It waits for open watches before it ends; those of a test may be cut. */
const STOP_DEADLINE_MS = 3_000;

/** What an API server is started with. */
export interface KubeApiServerSettings {
  readonly file: string;
  /** Of its own, for certificates and tokens. */
  readonly folder: string;
  readonly etcdUrl: string;
  /** Of its data in that etcd. */
  readonly prefix: string;
  readonly keys: AccountKeys;
}

/** A running API server. */
export interface KubeApiServer {
  readonly url: string;
  readonly ca: string;
  /** May do everything. */
  readonly adminToken: string;
  stop(): Promise<void>;
}

/** Starts a real kube-apiserver on 127.0.0.1 and waits until it is ready. */
export function startKubeApiServer(settings: KubeApiServerSettings): Promise<KubeApiServer> {
  return onFreePorts(1, ([port = 0]) => startAt(port, settings));
}

async function startAt(port: number, { file, folder, etcdUrl, prefix, keys }: KubeApiServerSettings): Promise<KubeApiServer> {
  const adminToken = randomBytes(24).toString('hex');
  const tokens = join(folder, 'tokens.csv');
  await writeFile(tokens, `${adminToken},admin,admin,system:masters\n`, { mode: 0o600 });
  const certificates = join(folder, 'certificates');
  const child = Child.start({
    file,
    args: [
      'kube-apiserver',
      `--etcd-servers=${etcdUrl}`,
      `--etcd-prefix=/${prefix}`,
      `--cert-dir=${certificates}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      '--endpoint-reconciler-type=none',
      `--secure-port=${port}`,
      `--service-account-signing-key-file=${keys.signing}`,
      `--service-account-key-file=${keys.verifying}`,
      `--service-account-issuer=https://${prefix}.cluster.local`,
      '--service-cluster-ip-range=10.0.0.0/24',
      '--authorization-mode=RBAC',
      `--token-auth-file=${tokens}`,
      // Nobody mounts tokens into the Pods here: who plays the kubelet asks for them.
      '--disable-admission-plugins=ServiceAccount',
    ],
    env: {},
    cwd: folder,
  });
  const url = `https://127.0.0.1:${port}`;
  const certificate = join(certificates, 'apiserver.crt');
  const readCa = (): Promise<string | undefined> => readFile(certificate, 'utf8').catch(() => undefined);
  await untilReady(`kube-apiserver ${prefix}`, child, (ended) => waitReady(url, readCa, READY_DEADLINE_MS, ended));
  return { url, ca: await readFile(certificate, 'utf8'), adminToken, stop: async () => void (await child.stop('SIGTERM', STOP_DEADLINE_MS)) };
}
