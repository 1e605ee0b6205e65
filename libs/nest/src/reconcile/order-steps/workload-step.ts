import type { Workloads } from '../../access/workload-access.js';
import type { ConfigSnapshot } from '../../config/config-snapshot.js';
import type { AccessState, TenantReach } from '../../credential/access-state.js';
import type { AnyOffer } from '../../offer/offer.js';
import { readConditions } from '../../status/conditions.js';
import { because } from '../../status/reasons.js';
import type { Ended } from '../ended.js';
import type { LoopParts } from '../loop-parts.js';
import type { Pass } from '../pass.js';
import { refusedAccess } from './access-step.js';
import { beforeAccess } from './before-access.js';
import { HELD_AGAIN_MS, leftOver } from './left-over.js';

type WorkloadParts = Pick<LoopParts, 'workload'>;

/** The order has no workload cluster. */
interface NoWorkload {
  readonly kind: 'none';
}

/** The workload cluster of a living order. */
export type OpenWorkload = NoWorkload | { readonly kind: 'open' };

/** The same at the end of an order. */
export type WorkloadReach = NoWorkload | Exclude<TenantReach, { readonly kind: 'waiting' }>;

/** Step 7, after the access to the tenant's side: the workload cluster of an order that wants one. */
export async function openWorkload(pass: Pass, spec: object, config: ConfigSnapshot, { workload }: WorkloadParts): Promise<OpenWorkload | Ended> {
  const { offer } = pass.served.handlers;
  if (!wantsWorkload(offer, pass, spec, config)) return { kind: 'none' };
  if (workload === undefined) return waiting(pass, { kind: 'waiting', because: because.workloadNotServed('this provider does not ask for any') });
  const access = await opened(pass, workload);
  switch (access.kind) {
    case 'ready':
      pass.renewWithin(access.renewInMs);
      pass.met('WorkloadAccessReady', because.workloadReady(access.notice));
      return { kind: 'open' };
    case 'waiting':
      return waiting(pass, access);
    case 'refused':
      pass.renewWithin(access.retryAfterMs);
      pass.unmet('WorkloadAccessReady', access.because);
      return refusedAccess(pass, access, () => workload.withdraw(pass.owner, offer, pass.signal));
    case 'notNeeded':
    case 'unclaimed':
      throw new Error(`Access to a workload cluster is never ${access.kind}: only that to a tenant's side is`);
  }
}

/**
 * After the handler: an order that wants no workload cluster any more may still have one. It goes only when the service is ready
 * without it, with all that was made there. What is left keeps nobody from using the service.
 */
export async function leaveWorkload(pass: Pass, ended: Ended, { kind }: OpenWorkload, { workload }: WorkloadParts): Promise<Ended> {
  const { offer } = pass.served.handlers;
  const isReady = ended.ended === 'provided' && ended.answer.kind === 'ready';
  if (kind === 'open' || workload === undefined || !isReady) return ended;
  const isLeft = !(await workload.has(pass.owner, offer, pass.signal)) || (await cleared(pass, workload));
  if (isLeft && isTold(pass)) pass.met('WorkloadAccessReady', because.workloadNotNeeded());
  return ended;
}

/**
 * The same step of a deletion, before the handler: whether there is a workload cluster. Its requests say so, not what the order wants
 * today; as long as nobody knows them, an order that may have some waits.
 */
export async function reachWorkload(pass: Pass, { workload }: WorkloadParts): Promise<WorkloadReach | Ended> {
  const { offer } = pass.served.handlers;
  const absent: WorkloadReach = { kind: offer.workload === 'always' ? 'gone' : 'none' };
  if (workload === undefined) return absent;
  const isThere = await workload.has(pass.owner, offer, pass.signal);
  if (!isThere && offer.workload === 'never') return absent;
  const reach = await workload.reach(pass.owner, offer, pass.signal);
  if (reach.kind === 'waiting') return waiting(pass, reach);
  return !isThere && reach.kind === 'gone' ? absent : reach;
}

/** And after it, before the access to the tenant's side. Answers `undefined` when nothing is left. */
export async function closeWorkload(pass: Pass, { workload }: WorkloadParts): Promise<Ended | undefined> {
  const { offer } = pass.served.handlers;
  if (workload === undefined) return undefined;
  // A version of the offer before this one may have wanted them.
  if (offer.workload === 'never' && !(await workload.has(pass.owner, offer, pass.signal))) return undefined;
  const left = await workload.close(pass.owner, offer, pass.signal);
  return left && leftOver(left);
}

function wantsWorkload({ workload }: AnyOffer, pass: Pass, spec: object, config: ConfigSnapshot): boolean {
  if (typeof workload === 'string') return workload === 'always';
  return workload(beforeAccess(pass, spec, config));
}

/** Whether all that the order had there is gone. */
async function cleared(pass: Pass, workload: Workloads): Promise<boolean> {
  const { offer } = pass.served.handlers;
  const reach = await workload.reach(pass.owner, offer, pass.signal);
  if (reach.kind === 'waiting') return false;
  const held = reach.kind === 'whole' ? await workload.client(pass.owner, offer, pass.signal).removeAll() : undefined;
  if (held !== undefined) {
    pass.renewWithin(HELD_AGAIN_MS);
    pass.unmet('WorkloadAccessReady', because.leftovers(held.type.kind, held.ref.name));
    return false;
  }
  const left = await workload.close(pass.owner, offer, pass.signal);
  if (left?.kind === 'closing') pass.unmet('WorkloadAccessReady', left.because);
  return left === undefined;
}

/** An order that never had a workload cluster is not told that it needs none. */
function isTold(pass: Pass): boolean {
  return readConditions(pass.order.status).some(({ type }) => type === 'WorkloadAccessReady');
}

/** A fault of this stage stands in its condition too. */
async function opened(pass: Pass, workload: Workloads): Promise<AccessState> {
  try {
    return await workload.open(pass.owner, pass.served.handlers.offer, pass.signal);
  } catch (error) {
    pass.unmet('WorkloadAccessReady', because.failed(error));
    throw error;
  }
}

function waiting(pass: Pass, { because: why, retryAfterMs }: Extract<AccessState, { readonly kind: 'waiting' }>): Ended {
  pass.unmet('WorkloadAccessReady', why);
  return { ended: 'waiting', because: why, retryAfterMs };
}
