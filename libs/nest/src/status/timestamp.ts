import type { Clock } from '@kcp-runtime/kube';

/** Now as metav1.Time: whole seconds. */
export function timestamp(clock: Clock): string {
  return `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
}
