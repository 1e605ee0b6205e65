import type { KubeObject } from '@kcp-runtime/kube';
import { operationOf } from '../offer/operation.js';

/**
 * Notices that an operator wants everything looked at again. One writer takes the annotation away when it has noted that
 * in the status: another process may have seen the note alone, and takes it for the same request.
 */
export class ReconcileRequests {
  #last: { readonly isAsked: boolean; readonly note: unknown } | undefined;

  /** Whether this version of the ProviderConfig is the first that tells of a request. */
  isNew(object: KubeObject | undefined): boolean {
    const now = { isAsked: object !== undefined && isReconcileAsked(object), note: noteOf(object) };
    const last = this.#last ?? { isAsked: false, note: now.note };
    this.#last = now;
    if (last.isAsked) return false;
    return now.isAsked || now.note !== last.note;
  }
}

/** Whether the annotation still stands there. */
export function isReconcileAsked(object: KubeObject): boolean {
  return operationOf(object) === 'reconcile';
}

function noteOf(object: KubeObject | undefined): unknown {
  return (object?.['status'] as { readonly reconciledAt?: unknown } | undefined)?.reconciledAt; // the wire
}
