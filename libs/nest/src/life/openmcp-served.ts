import { ApiNotServed, NotFound } from '@kcp-runtime/kube';
import type { Clock, KubeApi } from '@kcp-runtime/kube';
import { Alarm } from '../config/alarm.js';
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
  readonly log: OrderLog;
}

/** Looks until the platform cluster serves openMCP's requests. Answers whether it does; not, only when `signal` has aborted. */
export async function whenOpenMcpServed({ platform, onAbsent, clock, log }: OpenMcpLook, signal: AbortSignal): Promise<boolean> {
  const pause = new Alarm(clock);
  while (!signal.aborted) {
    try {
      await platform.request({ method: 'GET', path: REQUESTS_API, signal });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof ApiNotServed || error instanceof NotFound) onAbsent();
      else log.warn('Whether the platform cluster is one of openMCP can not be seen at the moment; it is looked at again', { reason: messageOf(error) });
    }
    await pause.sleep(LOOK_AGAIN_MS, signal);
  }
  return false;
}
