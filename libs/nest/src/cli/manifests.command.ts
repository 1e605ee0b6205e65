import { printed } from '../manifests/document.js';
import type { Document } from '../manifests/document.js';
import { kcpManifests, kcpPart } from '../manifests/kcp.manifests.js';
import type { KcpPart, KcpPlace } from '../manifests/kcp.manifests.js';
import { platformManifests } from '../manifests/platform.manifests.js';
import type { PlatformKind } from '../manifests/platform.rules.js';
import type { Provider } from '../offer/provider.js';
import { oneOf } from './flag-refused.js';
import { isSet } from './flags.js';
import type { CommandLine } from './flags.js';
import type { ProcessHost } from './process-host.js';

/** The kcp set-up of a provider that has none. */
export class NotOfferedThroughKcp extends Error {
  override readonly name = 'NotOfferedThroughKcp';
  constructor(providerName: string) {
    super(`Provider ${providerName} is not offered through kcp. Add 'kcp' to modes in defineProvider, or leave --kcp out.`);
  }
}

const PLATFORMS: readonly PlatformKind[] = ['openmcp', 'kubernetes', 'kcp'];
const PARTS: readonly KcpPart[] = ['workspace', 'secret', 'binding'];

/** What `manifests` and `manifests --kcp` print. The app is not loaded, no server is asked. @throws FlagRefused, NotOfferedThroughKcp */
export function manifests(provider: Provider, { flags }: CommandLine, env: ProcessHost['env']): string {
  const place = {
    providerName: flags.get('provider-name') ?? provider.name,
    namespace: flags.get('namespace') ?? env['POD_NAMESPACE'] ?? 'kcp-runtime',
    platform: oneOf(flags, 'platform', PLATFORMS) ?? (needsOpenMcp(provider) ? 'openmcp' : 'kubernetes'),
    providerWorkspace: flags.get('provider-workspace') ?? `root:providers:${provider.name}`,
    exportName: flags.get('export-name'),
  };
  const part = oneOf(flags, 'part', PARTS);
  return printed(isSet(flags, 'kcp') ? kcpDocuments(provider, place, part) : platformManifests(provider, place));
}

function kcpDocuments(provider: Provider, place: KcpPlace, part: KcpPart | undefined): Document[] {
  if (!provider.modes.includes('kcp')) throw new NotOfferedThroughKcp(provider.name);
  return part === undefined ? kcpManifests(provider, place) : kcpPart(provider, place, part);
}

function needsOpenMcp({ modes, offers }: Provider): boolean {
  return modes.includes('standard') || offers.some(({ workload }) => workload !== 'never');
}
