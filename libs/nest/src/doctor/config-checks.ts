import { ApiNotServed, KubeError } from '@kcp-runtime/kube';
import type { KubeApi, KubeObject } from '@kcp-runtime/kube';
import { readApiClass } from '@kcp-runtime/schema';
import type { ConfigSnapshot } from '../config/config-snapshot.js';
import { OPENMCP_NOT_SERVED } from '../config/config-status-writer.js';
import { readConfig } from '../config/read-config.js';
import type { Provider } from '../offer/provider.js';
import { readConditions } from '../status/conditions.js';
import type { Tell, Verdict } from './check.js';
import { foundObject } from './found-object.js';

/** Which ProviderConfig. */
export interface ConfigPlace {
  /** Of the platform cluster. */
  readonly api: KubeApi;
  readonly provider: Provider;
  readonly providerName: string;
}

/** A ProviderConfig that can be used. */
export interface UsableConfig {
  readonly snapshot: ConfigSnapshot;
  /** Some are an operator's answers. */
  readonly annotations: Readonly<Record<string, string>>;
}

const ABOUT = 'ProviderConfig';

/** Whether the ProviderConfig is there and valid, and what a running provider has written on it. */
export async function checkConfig(place: ConfigPlace, tell: Tell, signal: AbortSignal): Promise<UsableConfig | undefined> {
  const found = await find(place, tell, signal);
  if (found === undefined) return undefined;
  const snapshot = check(found, place, tell);
  tellStatus(found, tell);
  return snapshot && { snapshot, annotations: found.metadata.annotations ?? {} };
}

async function find({ api, provider, providerName }: ConfigPlace, tell: Tell, signal: AbortSignal): Promise<KubeObject | undefined> {
  const { group, version, plural, kind, scope } = readApiClass(provider.config);
  const wrong = (message: string): undefined => {
    tell({ verdict: 'wrong', about: ABOUT, message });
    return undefined;
  };
  try {
    const found = await foundObject(api, { group, version, plural, kind, scope }, { name: providerName }, signal);
    return found ?? wrong(`there is no ${kind} ${providerName}. Create it; \`manifests\` prints an example`);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    const nextStep = error instanceof ApiNotServed ? `. Apply what \`manifests\` prints, the CustomResourceDefinition ${plural}.${group} among it` : '';
    return wrong(`${error.message}${nextStep}`);
  }
}

function check({ metadata, spec }: KubeObject, { provider, providerName }: ConfigPlace, tell: Tell): ConfigSnapshot | undefined {
  const { generation = 0, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) tell({ verdict: 'wrong', about: ABOUT, message: 'it is marked for deletion: orders wait, only deletions go on. Create it again once it is gone' });
  const read = readConfig(readApiClass(provider.config).ctor, provider.modes, { name: providerName, generation, spec });
  if (!read.ok) {
    tell({ verdict: 'wrong', about: ABOUT, message: `generation ${generation} is not valid: ${read.message}` });
    return undefined;
  }
  if (deletionTimestamp === undefined) tell({ verdict: 'ok', about: ABOUT, message: `generation ${generation} is valid` });
  return read.snapshot;
}

/** The provider may know more than can be seen from here, since it has a memory. */
function tellStatus({ metadata, status }: KubeObject, tell: Tell): void {
  const conditions = readConditions(status);
  const about = 'what the provider says';
  if (conditions.length === 0) return tell({ verdict: 'open', about, message: 'nothing yet: no provider of this name has written its status' });
  const { observedGeneration } = status as { observedGeneration?: number }; // the wire
  if (observedGeneration !== metadata.generation) tell({ verdict: 'open', about, message: `it has not seen generation ${metadata.generation ?? 0} yet` });
  const unmet = conditions.filter(({ status: is }) => is === 'False');
  for (const { type, reason, message } of unmet) tell({ verdict: verdictOf(reason), about, message: `${type} is False, ${reason}: ${message}` });
  if (unmet.length === 0) tell({ verdict: 'ok', about, message: 'no condition is False' });
}

/** A platform without openMCP is as good as any other. */
function verdictOf(reason: string): Verdict {
  return reason === OPENMCP_NOT_SERVED.reason ? 'open' : 'wrong';
}
