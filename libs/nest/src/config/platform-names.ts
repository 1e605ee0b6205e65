import { createHash } from 'node:crypto';

const MAX_NAME = 253;
const HASH_LENGTH = 8;

/** ConfigMap in which the runtime keeps what must outlive the process and the ProviderConfig. */
export function keptName(providerName: string): string {
  return named(providerName, '-kcp-runtime');
}

/** Lease of kcp mode. Standard mode has one of its own, so that either may be held without the other. */
export function kcpLeaseName(providerName: string): string {
  return named(providerName, '-kcp');
}

/** Lease of standard mode. */
export function standardLeaseName(providerName: string): string {
  return named(providerName, '-standard');
}

/** Over how many ConfigMaps the record of orders is spread: each holds some thousand entries at most. Fixed, since the provider's role names them. */
export const RECORD_SHARDS = 32;

/** ConfigMap with a part of the record of orders. */
export function recordName(providerName: string, shard: number): string {
  return named(providerName, `-kcp-orders-${shard}`);
}

/** A provider's name with a suffix, as a name that every kind of the platform takes. */
function named(providerName: string, suffix: string): string {
  const safe = providerName.toLowerCase().replace(/[^a-z0-9.-]/g, '-');
  if (safe === providerName && safe.length + suffix.length <= MAX_NAME) return safe + suffix;
  const hash = createHash('sha256').update(providerName).digest('hex').slice(0, HASH_LENGTH);
  return `${safe.slice(0, MAX_NAME - suffix.length - HASH_LENGTH - 1)}-${hash}${suffix}`;
}
