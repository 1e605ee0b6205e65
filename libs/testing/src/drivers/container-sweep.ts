import { types } from 'node:util';

/** The label that names the process which made a container. */
export const OWNER_LABEL = 'kcp-runtime.testing.owner';

/** Removes the containers of ours whose process has ended without removing them. */
export async function sweepContainers(): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { container } = await getContainerRuntimeClient();
  const all = await container.list();
  const leftOver = all.filter(({ Labels }) => {
    const owner = Labels[OWNER_LABEL];
    return owner !== undefined && !isRunning(Number(owner));
  });
  await Promise.all(leftOver.map(({ Id }) => container.getById(Id).remove({ force: true, v: true })));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    return types.isNativeError(error) && 'code' in error && error.code === 'EPERM';
  }
}
