import { orderKey } from '@kcp-runtime/kube';
import type { ConfigSnapshot } from '../../config/config-snapshot.js';
import type { TenantReach } from '../../credential/access-state.js';
import type { AnyDeletion, AnyOrder } from '../../discovery/offer-handlers.js';
import { CustomerObjectsUnseen } from '../../customer/customer-errors.js';
import type { MadeObject } from '../../customer/made-objects.js';
import { progressing } from '../../offer/answer.js';
import type { Reference } from '../../offer/offer.js';
import type { DeletedSpec, OrderScope } from '../../offer/order.js';
import { referencesOf } from '../../references/references-of.js';
import { because } from '../../status/reasons.js';
import type { Because } from '../../status/reasons.js';
import { isEnded } from '../ended.js';
import { endOfError } from '../ended.js';
import type { Ended } from '../ended.js';
import { callHandler } from '../handler-call.js';
import type { HandlerEnd } from '../handler-call.js';
import { withLiveSignal } from '../live-signal.js';
import type { LoopParts } from '../loop-parts.js';
import { logFault, orderLog } from '../order-log.js';
import type { Pass } from '../pass.js';
import { specToDelete } from './spec-step.js';
import { isToldOf, writeNotReady } from './status-step.js';

type HandlerParts = Pick<LoopParts, 'references' | 'clock' | 'log' | 'handlerDeadlineMs' | 'lookAtLease'>;
/** The signal is added last: spread into another object it would be looked at once and never again. */
type ScopeWithoutSignal = Omit<OrderScope, 'signal'>;

const DEFAULT_DEADLINE_MS = 300_000;
/** Nobody is told of work that is done sooner: it would be a third write. */
const SLOW_AFTER_MS = 2_000;
const HELD_AGAIN_MS = 5_000;

/** Step 8: the author's `@OnOrder`. */
export async function provide(pass: Pass, { spec }: { readonly spec: object }, config: ConfigSnapshot, parts: HandlerParts): Promise<Ended> {
  const end = await callUnderWatch(pass, parts, because.provisioning(), (signal) => {
    const scope = scopeOf(pass, signal, parts, namedBy(pass, spec, config));
    const order: Omit<AnyOrder, 'signal'> = { ...scope, spec, config: config.spec, customer: pass.home.customer(pass.owner, signal) };
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
  const { onDelete } = pass.served.handlers;
  const end = onDelete && (await callUnderWatch(pass, parts, because.terminating(), (signal) => {
    const customer: AnyDeletion['customer'] = reach.kind === 'whole' ? { kind: 'reachable', client: pass.home.customer(pass.owner, signal) } : { kind: 'gone' };
    const spec = specToDelete(pass);
    const scope = scopeOf(pass, signal, parts, namedByDeletion(pass, spec, config, parts));
    return onDelete(withLiveSignal({ ...scope, spec, config: config.spec, customer }, signal, lookAtLeaseOf(parts)));
  }));
  if (end !== undefined && end.kind !== 'answered') return unanswered(end, pass, parts);
  if (end !== undefined && end.answer.kind !== 'gone') return { ended: 'removing', answer: end.answer };
  // What the tenant still lets us delete goes, also when he has taken other claims back.
  const held = reach.kind === 'gone' ? undefined : await pass.home.customer(pass.owner, pass.signal).removeAll();
  return held && stillHeld(held);
}

async function reachCustomer(pass: Pass): Promise<Exclude<TenantReach, { readonly kind: 'waiting' }> | Ended> {
  const reach = await pass.home.reach(pass.owner, pass.signal);
  if (reach.kind !== 'waiting') return reach;
  pass.unmet('CustomerAccessReady', reach.because);
  return { ended: 'waiting', because: reach.because, retryAfterMs: reach.retryAfterMs };
}

/** Whoever holds it lets go without telling us, unless its kind is watched: it is looked at again. */
export function stillHeld({ type, ref }: MadeObject): Ended {
  const { reason, message } = because.leftovers(type.kind, ref.name);
  return { ended: 'removing', answer: progressing(reason, message, { retryAfterMs: HELD_AGAIN_MS }) };
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
function namedBy({ key, home, served }: Pass, spec: object, config: ConfigSnapshot): readonly Reference[] {
  return referencesOf(served.handlers.offer, { mode: home.mode, name: key.name, namespace: key.namespace, spec, config: config.spec });
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
  if (end.error instanceof CustomerObjectsUnseen) return endOfError(end.error, pass.signal);
  logFault(log, pass, 'The handler failed', end.error);
  return { ended: 'failed', error: end.error };
}
