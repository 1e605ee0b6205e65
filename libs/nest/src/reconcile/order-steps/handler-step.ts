import { orderKey } from '@kcp-runtime/kube';
import type { ConfigSnapshot } from '../../config/config-snapshot.js';
import type { TenantReach } from '../../credential/access-state.js';
import type { AnyDeletion, AnyOrder } from '../../discovery/offer-handlers.js';
import { CustomerObjectsUnseen } from '../../customer/customer-errors.js';
import type { Reference } from '../../offer/offer.js';
import type { DeletedSpec, OrderScope, Reach } from '../../offer/order.js';
import type { WorkloadObjects } from '../../customer/workload-objects.js';
import { referencesOf } from '../../references/references-of.js';
import { because } from '../../status/reasons.js';
import type { Because } from '../../status/reasons.js';
import { endOfError, isEnded } from '../ended.js';
import type { Ended } from '../ended.js';
import { callHandler } from '../handler-call.js';
import type { HandlerEnd } from '../handler-call.js';
import { withLiveSignal } from '../live-signal.js';
import type { LoopParts } from '../loop-parts.js';
import { logFault, orderLog } from '../order-log.js';
import type { Pass } from '../pass.js';
import { beforeAccess } from './before-access.js';
import { stillHeld } from './left-over.js';
import { specToDelete } from './spec-step.js';
import { isToldOf, writeNotReady } from './status-step.js';
import { reachWorkload } from './workload-step.js';
import type { OpenWorkload, WorkloadReach } from './workload-step.js';

type HandlerParts = Pick<LoopParts, 'workload' | 'references' | 'clock' | 'log' | 'handlerDeadlineMs' | 'lookAtLease'>;
/** The signal is added last: spread into another object it would be looked at once and never again. */
type ScopeWithoutSignal = Omit<OrderScope, 'signal'>;

type CustomerReach = Exclude<TenantReach, { readonly kind: 'waiting' }>;

const DEFAULT_DEADLINE_MS = 300_000;
/** Nobody is told of work that is done sooner: it would be a third write. */
const SLOW_AFTER_MS = 2_000;

/** What an order has when its handler is called. */
export interface Provision {
  readonly spec: object;
  readonly workload: OpenWorkload;
}

/** Step 8: the author's `@OnOrder`. */
export async function provide(pass: Pass, { spec, workload }: Provision, config: ConfigSnapshot, parts: HandlerParts): Promise<Ended> {
  const end = await callUnderWatch(pass, parts, because.provisioning(), (signal) => {
    const scope = scopeOf(pass, signal, parts, namedBy(pass, spec, config));
    const order: Omit<AnyOrder, 'signal'> = { ...scope, spec, config: config.spec, customer: pass.home.customer(pass.owner, signal), ...openTo(pass, workload, signal, parts) };
    return pass.served.handlers.onOrder(withLiveSignal(order, signal, lookAtLeaseOf(parts)));
  });
  return end.kind === 'answered' ? { ended: 'provided', answer: end.answer } : unanswered(end, pass, parts);
}

/**
 * The same step of a deletion: the author's `@OnDelete`, and then what was made on the tenant's side.
 * Answers `undefined` when nothing is left. Access that is gone stops neither.
 */
export async function remove(pass: Pass, config: ConfigSnapshot, parts: HandlerParts): Promise<Ended | undefined> {
  const reach = await reachCustomer(pass);
  if (isEnded(reach)) return reach;
  const workload = await reachWorkload(pass, parts);
  if (isEnded(workload)) return workload;
  const { onDelete } = pass.served.handlers;
  const end = onDelete && (await callUnderWatch(pass, parts, because.terminating(), (signal) => {
    const customer: AnyDeletion['customer'] = reach.kind === 'whole' ? { kind: 'reachable', client: pass.home.customer(pass.owner, signal) } : { kind: 'gone' };
    const access = { customer, ...reachableBy(pass, workload, signal, parts) };
    const spec = specToDelete(pass);
    const scope = scopeOf(pass, signal, parts, namedByDeletion(pass, spec, config, parts));
    return onDelete(withLiveSignal({ ...scope, spec, config: config.spec, ...access }, signal, lookAtLeaseOf(parts)));
  }));
  if (end !== undefined && end.kind !== 'answered') return unanswered(end, pass, parts);
  if (end !== undefined && end.answer.kind !== 'gone') return { ended: 'removing', answer: end.answer };
  return removeMade(pass, reach, workload, parts);
}

/** All that the handler made and did not keep: on the workload cluster first, since it may use what stands on the tenant's side. */
async function removeMade(pass: Pass, reach: CustomerReach, workload: WorkloadReach, parts: HandlerParts): Promise<Ended | undefined> {
  const there = workload.kind === 'whole' ? workloadClient(pass, pass.signal, parts) : undefined;
  // What the tenant still lets us delete goes, also when he has taken other claims back.
  const held = (await there?.removeAll()) ?? (reach.kind === 'gone' ? undefined : await pass.home.customer(pass.owner, pass.signal).removeAll());
  return held && stillHeld(held);
}

function openTo(pass: Pass, { kind }: OpenWorkload, signal: AbortSignal, parts: HandlerParts): Pick<AnyOrder, 'workload'> {
  return kind === 'open' ? { workload: workloadClient(pass, signal, parts) } : {};
}

function reachableBy(pass: Pass, { kind }: WorkloadReach, signal: AbortSignal, parts: HandlerParts): Pick<AnyDeletion, 'workload'> {
  if (kind === 'none') return {};
  const client = kind === 'whole' ? workloadClient(pass, signal, parts) : undefined;
  const workload: Reach<WorkloadObjects> = client === undefined ? { kind: 'gone' } : { kind: 'reachable', client };
  return { workload };
}

function workloadClient({ owner, served }: Pass, signal: AbortSignal, { workload }: HandlerParts): WorkloadObjects | undefined {
  return workload?.client(owner, served.handlers.offer, signal);
}

async function reachCustomer(pass: Pass): Promise<CustomerReach | Ended> {
  const reach = await pass.home.reach(pass.owner, pass.signal);
  if (reach.kind !== 'waiting') return reach;
  pass.unmet('CustomerAccessReady', reach.because);
  return { ended: 'waiting', because: reach.because, retryAfterMs: reach.retryAfterMs };
}

async function callUnderWatch<Answer>(pass: Pass, parts: HandlerParts, slow: Because, run: (signal: AbortSignal) => Promise<Answer>): Promise<HandlerEnd<Answer>> {
  const { clock, handlerDeadlineMs: deadlineMs = DEFAULT_DEADLINE_MS } = parts;
  lookAtLeaseOf(parts)();
  return callHandler(run, {
    clock,
    signal: pass.signal,
    slowAfterMs: SLOW_AFTER_MS,
    deadlineMs,
    onSlow: async () => (isToldOf(pass) ? undefined : tellMeanwhile(pass, slow, parts)),
    onOverdue: () => tellMeanwhile(pass, because.overdue(deadlineMs), parts),
  });
}

/** A word in between that can't be written is no reason to disturb the handler: the end of the pass writes again. */
async function tellMeanwhile(pass: Pass, why: Because, { clock, log }: HandlerParts): Promise<void> {
  try {
    await writeNotReady(pass, why, clock);
  } catch (error) {
    orderLog(log, pass).warn(`${why.reason} could not be written: ${String(error)}`);
  }
}

function scopeOf(pass: Pass, signal: AbortSignal, { references, log }: HandlerParts, named: readonly Reference[]): ScopeWithoutSignal {
  const { mode } = pass.home;
  const { identity, uid, key } = pass.owner;
  const { name, namespace } = key;
  return { mode, identity, uid, name, namespace, log: orderLog(log, pass), events: pass.voice, references: references.of(orderKey(key), named, signal) };
}

function lookAtLeaseOf({ lookAtLease = () => undefined }: HandlerParts): () => void {
  return lookAtLease;
}

/** What the order needs of the platform, by its offer's rule. */
function namedBy(pass: Pass, spec: object, config: ConfigSnapshot): readonly Reference[] {
  return referencesOf(pass.served.handlers.offer, beforeAccess(pass, spec, config));
}

/** An offer's rule was written for valid specs: where it stumbles over a raw one, the deletion goes on without references. */
function namedByDeletion(pass: Pass, spec: DeletedSpec<object>, config: ConfigSnapshot, { log }: HandlerParts): readonly Reference[] {
  if (spec.kind === 'valid') return namedBy(pass, spec.value, config);
  try {
    return namedBy(pass, Object(spec.value), config);
  } catch (error) {
    orderLog(log, pass).warn(`The offer's references can't be told from an invalid spec: ${String(error)}`);
    return [];
  }
}

function unanswered(end: Exclude<HandlerEnd<unknown>, { readonly kind: 'answered' }>, pass: Pass, { log }: HandlerParts): Ended {
  if (end.kind === 'stopped') return { ended: 'stopped' };
  if (end.error instanceof CustomerObjectsUnseen) return endOfError(end.error, pass);
  logFault(log, pass, 'The handler failed', end.error);
  return { ended: 'failed', error: end.error };
}
