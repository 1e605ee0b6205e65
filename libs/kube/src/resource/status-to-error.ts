import type { KubeError } from './kube-errors.js';

/** An answer outside the 2xx family. */
export interface RefusedAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType?: string;
  /** The value of Retry-After, as it came. */
  readonly retryAfter?: string;
  readonly body: string;
}

/** The error class for an answer outside the 2xx family. */
export function errorFromAnswer(_answer: RefusedAnswer): KubeError {
  throw new Error('not there yet');
}

/** The error class for a Status object that came in another way: as an ERROR event within a watch, which has HTTP status 200. */
export function errorFromStatus(_request: { readonly method: string; readonly url: string }, _status: unknown): KubeError {
  throw new Error('not there yet');
}
