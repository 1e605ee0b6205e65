import { durationMs, providerConfigInstance } from '@kcp-runtime/schema';
import type { ProviderConfigObjectClass, ProviderMode } from '@kcp-runtime/schema';
import type { ConfigSnapshot } from './config-snapshot.js';

/** Where a spec comes from: the ProviderConfig, or what was kept of it. */
export interface ConfigText {
  readonly name: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** A snapshot, or why there is none: one sentence with every path. */
export type ReadConfig = { readonly ok: true; readonly snapshot: ConfigSnapshot } | { readonly ok: false; readonly message: string };

const DEFAULT_POLL_MS = 60_000;

/** Validates the spec of a ProviderConfig with the provider's class and fills in its defaults. */
export function readConfig(configClass: ProviderConfigObjectClass, modes: readonly ProviderMode[], { name, generation, spec }: ConfigText): ReadConfig {
  const checked = providerConfigInstance(configClass, spec ?? {}, modes);
  if (!checked.ok) {
    return { ok: false, message: checked.problems.map(({ path, message }) => `spec.${path}: ${message}`).join('; ') };
  }
  const { pollInterval, caBundleRef, workloadPurpose, kcp } = checked.value.settings;
  return { ok: true, snapshot: { name, generation, spec: checked.value.spec, pollIntervalMs: pollMs(pollInterval), caBundleRef, workloadPurpose, kcp } };
}

/** An interval of none would ask for orders without a pause. */
function pollMs(text: string | undefined): number {
  const ms = text === undefined ? undefined : durationMs(text);
  return ms === undefined || ms <= 0 ? DEFAULT_POLL_MS : ms;
}
