import type { ConfigState } from './config-snapshot.js';
import type { ConfigFinding } from './config-status-writer.js';

/** The finding `ConfigValid`: which version of the ProviderConfig is in use. */
export function configFinding(config: ConfigState): ConfigFinding {
  const fault = 'fault' in config ? config.fault : undefined;
  if (fault === undefined) return { status: 'True', reason: 'Valid', message: 'The spec is valid and in use' };
  const inUse = config.kind === 'live' ? `Generation ${config.snapshot.generation} stays in use` : 'There is no valid version to use';
  return { status: 'False', reason: 'InvalidSpec', message: `${inUse}, since generation ${fault.generation} is not valid: ${fault.message}` };
}
