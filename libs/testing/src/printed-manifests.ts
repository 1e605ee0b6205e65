import type { ProcessHost, Provider } from '@kcp-runtime/nest';
import { runProvider } from '@kcp-runtime/nest';

/** The provider's own command has failed: its message says why. */
export class ManifestsRefused extends Error {
  override readonly name = 'ManifestsRefused';
}

/** What the provider's `manifests` command prints with these flags. @throws ManifestsRefused */
export async function printedManifests(provider: Provider, ...flags: readonly string[]): Promise<string> {
  let [out, complaint, code] = ['', '', 0];
  const host: ProcessHost = {
    argv: ['manifests', ...flags],
    env: {},
    write: (text) => void (out += text),
    complain: (text) => void (complaint += text),
    onStopSignal: () => () => undefined,
    exit: (given) => void (code = given),
  };
  await runProvider(provider, () => Promise.reject(new ManifestsRefused('manifests never loads the app')), { host });
  if (code !== 0) throw new ManifestsRefused(complaint);
  return out;
}
