import { ApiNotServed, NotFound } from '@kcp-runtime/kube';
import type { Clock, KubeApi, Random } from '@kcp-runtime/kube';
import { ACCESS_REQUESTS } from '@kcp-runtime/openmcp';
import { Alarm } from '../config/alarm.js';
import { untilDone } from '../config/until-done.js';
import { messageOf } from '../log/message-of.js';
import type { OrderLog } from '../offer/order.js';

const REQUESTS_API = '/apis/clusters.openmcp.cloud/v1alpha1';
const LOOK_AGAIN_MS = 30_000;

/** Who looks, and who is told. */
export interface OpenMcpLook {
  readonly platform: KubeApi;
  /** Called at each look that finds no openMCP. */
  readonly onAbsent: () => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: OrderLog;
}

/** Looks until the platform cluster serves openMCP's requests. Answers whether it does; not, only when `signal` has aborted. */
export async function whenOpenMcpServed({ platform, onAbsent, clock, random, log }: OpenMcpLook, signal: AbortSignal): Promise<boolean> {
  const pause = new Alarm(clock);
  const onFailure = (error: unknown): void =>
    log.warn('Whether the platform cluster is one of openMCP can not be seen at the moment; it is looked at again', { reason: messageOf(error) });
  while (!signal.aborted) {
    const isServed = await untilDone(() => isOpenMcpServed(platform, signal), { clock, random, signal, onFailure }).catch(() => false); // only the signal ends it
    if (isServed) return true;
    if (!signal.aborted) onAbsent();
    await pause.sleep(LOOK_AGAIN_MS, signal);
  }
  return false;
}

/** Whether the platform cluster serves openMCP's requests now. Throws a KubeError when it can not be seen. */
export async function isOpenMcpServed(platform: KubeApi, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await platform.request({ method: 'GET', path: REQUESTS_API, signal });
    const { resources = [] } = answer.json() as { readonly resources?: readonly { readonly name: string }[] }; // the wire
    // A kcp workspace answers for groups that it does not serve, with nothing in them.
    return resources.some(({ name }) => name === ACCESS_REQUESTS.plural);
  } catch (error) {
    if (error instanceof ApiNotServed || error instanceof NotFound) return false;
    throw error;
  }
}
