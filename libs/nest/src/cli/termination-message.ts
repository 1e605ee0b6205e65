import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { redact } from '../log/redact.js';
import type { ProcessHost } from './process-host.js';

/** Kubernetes cuts longer ones. */
const LONGEST = 4_096;
const KUBERNETES_OWN = '/dev/termination-log';

/**
 * Leaves the reason why the process ends where Kubernetes looks for it, so that `kubectl describe pod` shows it.
 * Outside of a pod there is no such file, and none is made; that nobody can read it there is no trouble of its own.
 */
export function leaveTerminationMessage(env: ProcessHost['env'], error: unknown): void {
  const text = redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  const named = env['TERMINATION_MESSAGE_PATH'];
  try {
    write(named ?? KUBERNETES_OWN, named === undefined ? constants.O_WRONLY : constants.O_WRONLY | constants.O_CREAT, text);
  } catch {
    return;
  }
}

function write(path: string, mode: number, text: string): void {
  const file = openSync(path, mode | constants.O_TRUNC);
  try {
    writeSync(file, Buffer.from(text).subarray(0, LONGEST));
  } finally {
    closeSync(file);
  }
}
