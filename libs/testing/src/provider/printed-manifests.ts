import type { Provider } from '@kcp-runtime/nest';
import { ProviderCall } from './provider-call.js';

/** The provider's own command has failed: its message says why. */
export class ManifestsRefused extends Error {
  override readonly name = 'ManifestsRefused';
}

/** What the provider's `manifests` command prints with these flags. @throws ManifestsRefused */
export async function printedManifests(provider: Provider, ...flags: readonly string[]): Promise<string> {
  const call = new ProviderCall(provider, { argv: ['manifests', ...flags] });
  if ((await call.ended) !== 0) throw new ManifestsRefused(call.complaints);
  return call.text;
}
