import { redact } from '../log/redact.js';
import type { RuntimeHealth } from './runtime.health.js';

/** The answer that `@nestjs/terminus` takes from an indicator, in its own shape: the runtime does not depend on it. */
export interface RuntimeIndicatorResult {
  readonly [name: string]: { readonly status: 'up' | 'down'; readonly [part: string]: string };
}

/**
 * Says how the runtime is to the health check of an app with an HTTP server of its own, as `/readyz` does: down while a part waits, with
 * the reason of each part. It needs no more than what `app.get(RuntimeHealth)` gives.
 */
export function runtimeIndicator(health: Pick<RuntimeHealth, 'report'>, name = 'kcp-runtime'): RuntimeIndicatorResult {
  const { isReady, parts } = health.report();
  const told = Object.entries(parts).map(([part, state]) => [part, state.state === 'ready' ? state.state : `${state.state}: ${redact(state.reason)}`]);
  return { [name]: { ...Object.fromEntries(told), status: isReady ? 'up' : 'down' } };
}
