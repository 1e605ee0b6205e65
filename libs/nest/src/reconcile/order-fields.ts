import type { KubeObject } from '@kcp-runtime/kube';
import { operationOf } from '../offer/operation.js';
import { readConditions } from '../status/conditions.js';
import { Reason } from '../status/reasons.js';
import type { OrderFields } from './order-home.js';

/** Chooses what the cache keeps of an order; `finalizer` is that of the offer. */
export function orderFields(finalizer: string): (order: KubeObject) => OrderFields {
  return ({ metadata, status }) => {
    const { phase, reason, observedGeneration } = statusFields(status);
    // Each by its name: what is spread into an object stands in a second one beside it, for every order in memory.
    return {
      uid: metadata.uid ?? '',
      resourceVersion: metadata.resourceVersion ?? '',
      generation: metadata.generation ?? 0,
      creationTimestamp: metadata.creationTimestamp ?? '',
      deletionTimestamp: metadata.deletionTimestamp,
      isHeld: metadata.finalizers?.includes(finalizer) ?? false,
      operation: operationOf({ metadata }),
      phase,
      reason,
      observedGeneration,
    };
  };
}

/** Whether the order stands Ready as it was ordered, so that nobody waits for anything. */
export function isSettled({ phase, observedGeneration, generation, deletionTimestamp }: OrderFields): boolean {
  return deletionTimestamp === undefined && phase === 'Ready' && observedGeneration === generation;
}

function statusFields(status: unknown): Pick<OrderFields, 'phase' | 'reason' | 'observedGeneration'> {
  if (typeof status !== 'object' || status === null) return {};
  const { phase, observedGeneration } = status as { phase?: unknown; observedGeneration?: unknown };
  return {
    phase: typeof phase === 'string' ? phase : undefined,
    reason: phase === 'Ready' ? undefined : ownReason(status),
    observedGeneration: typeof observedGeneration === 'number' ? observedGeneration : undefined,
  };
}

/** One string for all orders with the same reason. Words of a handler, or of whoever else wrote a status, are not kept. */
function ownReason(status: object): OrderFields['reason'] {
  const word = readConditions(status).find(({ type }) => type === 'Ready')?.reason;
  return isReason(word) ? Reason[word] : undefined;
}

function isReason(word: string | undefined): word is keyof typeof Reason {
  return word !== undefined && Object.hasOwn(Reason, word);
}
