import { join } from 'node:path';
import { Child } from '../../process/child.js';
import { onFreePorts } from '../../process/free-ports.js';
import { eventually } from '../../wait/eventually.js';
import { untilReady } from './server-not-ready.js';

const READY_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 5_000;

/** A running etcd. Each API server on it has a prefix of its own. */
export interface Etcd {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an etcd with its data below `folder`, and waits until it is the one that answers at its port. */
export function startEtcd(file: string, folder: string): Promise<Etcd> {
  return onFreePorts(2, ([client = 0, peer = 0]) => startAt({ client, peer }, file, folder));
}

async function startAt({ client, peer }: { readonly client: number; readonly peer: number }, file: string, folder: string): Promise<Etcd> {
  const url = `http://127.0.0.1:${client}`;
  const args = ['etcd', `--data-dir=${join(folder, 'etcd')}`, `--client-url=${url}`, `--peer-url=http://127.0.0.1:${peer}`];
  const child = Child.start({ file, args, env: {}, cwd: folder });
  const giveUp = new AbortController();
  await untilReady('etcd', child, (ended) =>
    eventually(
      () => {
        const end = ended();
        if (end !== undefined) giveUp.abort(new Error(end));
        return child.output().includes('etcd is ready') ? true : undefined;
      },
      { deadlineMs: READY_DEADLINE_MS, what: 'etcd to say that it is ready', signal: giveUp.signal },
    ),
  );
  return { url, stop: async () => void (await child.stop('SIGTERM', STOP_DEADLINE_MS)) };
}
