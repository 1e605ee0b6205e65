import type { Child } from '../../process/child.js';
import { describeEnd } from '../../process/child.js';
import { errorMessage } from '../../wait/error-message.js';

/** A server of the platform was started and did not become ready, or ended before it was. */
export class ServerNotReady extends Error {
  override readonly name = 'ServerNotReady';

  constructor(server: string, what: string, output: string) {
    super(`${server} did not become ready: ${what}. Look at its last output below.\n${output}`);
  }
}

/** Waits for a server; when it never comes, the error has its last words, and the child is ended. */
export async function untilReady(server: string, child: Child, ready: (ended: () => string | undefined) => Promise<unknown>): Promise<void> {
  const ended = (): string | undefined => {
    const end = child.whenEnded();
    return end === undefined ? undefined : describeEnd(end);
  };
  try {
    await ready(ended);
  } catch (error) {
    await child.stop('SIGTERM', 1_000);
    throw new ServerNotReady(server, errorMessage(error), child.output());
  }
}
