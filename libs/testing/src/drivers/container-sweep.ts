import { hostname } from 'node:os';
import { types } from 'node:util';

/** The label that names the process which made a container, and its machine: an engine may serve several. */
export const OWNER_LABEL = 'kcp-runtime.testing.owner';

/** What stands in the label of our own containers. */
export function containerOwner(): string {
  return `${hostname()}/${process.pid}`;
}

/** Removes the containers of this machine whose process has ended without removing them. */
export async function sweepContainers(): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { container } = await getContainerRuntimeClient();
  // The client's own list leaves out those that have exited.
  const all = await container.dockerode.listContainers({ all: true });
  const leftOver = all.filter(({ Labels }) => isOrphan(Labels[OWNER_LABEL]));
  await Promise.all(leftOver.map(({ Id }) => container.getById(Id).remove({ force: true, v: true })));
}

function isOrphan(owner: string | undefined): boolean {
  const [machine, pid] = owner?.split('/') ?? [];
  return machine === hostname() && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return types.isNativeError(error) && 'code' in error && error.code === 'EPERM';
  }
}
