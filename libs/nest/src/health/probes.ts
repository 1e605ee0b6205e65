import { plainText } from '../http/listener.js';
import type { Answer, Routes } from '../http/listener.js';
import { redact } from '../log/redact.js';
import type { PartHealth, RuntimeHealth } from './runtime.health.js';

/**
 * What a kubelet asks. A process that answers is alive: what it waits for does not get better by a restart. It is ready when no part
 * of it waits; one that only stands by, since another process holds the lease, is ready to take over.
 */
export function probes(health: RuntimeHealth): Routes {
  const alive = (): Answer => plainText(200, 'ok\n');
  return new Map([
    ['/healthz', alive],
    ['/livez', alive],
    ['/readyz', () => readiness(health)],
  ]);
}

function readiness(health: RuntimeHealth): Answer {
  const { isReady, parts } = health.report();
  const lines = Object.entries(parts).map(([part, state]) => `${lineOf(part, state)}\n`);
  return plainText(isReady ? 200 : 503, `${lines.join('')}${isReady ? 'ready' : 'not ready'}\n`);
}

function lineOf(part: string, health: PartHealth): string {
  switch (health.state) {
    case 'ready':
      return `[+] ${part}`;
    case 'standby':
      return `[+] ${part}: ${redact(health.reason)}`;
    case 'waiting':
      return `[-] ${part}: ${redact(health.reason)}`;
  }
}
