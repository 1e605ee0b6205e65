import type { Clock, KubeApi, KubeError, Random } from '@kcp-runtime/kube';
import { Alarm } from '../config/alarm.js';
import { untilDone } from '../config/until-done.js';
import { WatchedObject } from '../config/watched-object.js';
import { registerServiceResources, SERVICE_PROVIDERS } from '../init/service-provider-resources.js';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';
import type { Provider } from '../offer/provider.js';

/** What it takes. */
export interface KeptRegistrationParts {
  /** Of the platform cluster; writes only while the lease is held. */
  readonly platform: KubeApi;
  readonly provider: Provider;
  readonly providerName: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Keeps the provider's kinds in the status of its ServiceProvider, whoever writes there, until `signal` aborts. */
export async function keepRegistration(parts: KeptRegistrationParts, signal: AbortSignal): Promise<void> {
  const { platform, providerName, clock, random, log } = parts;
  const onTrouble = (error: KubeError): void => log.warn('The ServiceProvider of this provider can not be watched at the moment; it is tried again', { reason: error.message });
  const alarm = new Alarm(clock);
  const look = (): void => alarm.ring();
  const watched = new WatchedObject({ api: platform, type: SERVICE_PROVIDERS, ref: { name: providerName }, clock, random, onChange: look, onTrouble, onWell: look });
  const onFailure = (error: unknown): void => log.warn('The kinds of this provider can not be told to openMCP; it is tried again', { reason: messageOf(error) });
  const watching = watched.run(signal);
  while (!signal.aborted) {
    await alarm.untilRung(signal);
    if (signal.aborted) break;
    await untilDone(() => registerServiceResources(parts, signal), { clock, random, signal, onFailure }).catch(() => undefined); // only the signal ends it
  }
  await watching;
}
