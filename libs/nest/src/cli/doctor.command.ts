import { KubeConnection, readProcessKubeconfig, systemClock } from '@kcp-runtime/kube';
import { lineOf } from '../doctor/check.js';
import type { Check } from '../doctor/check.js';
import { examine } from '../doctor/doctor.js';
import { redact } from '../log/redact.js';
import type { Provider } from '../offer/provider.js';
import type { CommandLine } from './flags.js';
import type { ProcessHost } from './process-host.js';
import { reachingClusters } from './run-settings.js';
import { messageOf } from '../log/message-of.js';

/** A server that has not answered by then is not well; an operator waits. */
const TIMEOUT_MS = 10_000;

/** Prints what is well and what is wrong, a line a check. Answers whether nothing is wrong. The app is not loaded. */
export async function doctor(provider: Provider, { flags }: CommandLine, host: ProcessHost, signal: AbortSignal): Promise<boolean> {
  const wrong: Check[] = [];
  const tell = (check: Check): void => {
    if (check.verdict === 'wrong') wrong.push(check);
    host.write(redact(lineOf(check)));
  };
  const connection = await openPlatform(flags, host, tell);
  if (connection === undefined) return false;
  try {
    const providerName = flags.get('provider-name') ?? provider.name;
    const namespace = flags.get('namespace') ?? host.env['POD_NAMESPACE'] ?? 'kcp-runtime';
    tell({ verdict: 'ok', about: 'platform cluster', message: `${connection.server}, provider ${providerName} in namespace ${namespace}` });
    await examine({ provider, providerName, namespace, platform: connection.api(), reaching: reachingClusters(host.env), clock: systemClock, timeoutMs: TIMEOUT_MS }, tell, signal);
  } finally {
    await connection.close();
  }
  host.write(wrong.length === 0 ? '\nNothing is wrong.\n' : `\n${wrong.length} wrong.\n`);
  return wrong.length === 0;
}

async function openPlatform(flags: CommandLine['flags'], { env }: ProcessHost, tell: (check: Check) => void): Promise<KubeConnection | undefined> {
  try {
    return await KubeConnection.open(await readProcessKubeconfig({ env, path: flags.get('kubeconfig') }), { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    tell({ verdict: 'wrong', about: 'platform cluster', message: messageOf(error) });
    return undefined;
  }
}
