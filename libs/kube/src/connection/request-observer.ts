import type { HttpMethod } from '../resource/kube-request.js';

/** A request that is over, in client-go's words. */
export interface SentRequest {
  readonly method: HttpMethod;
  /** Host and port of the server. */
  readonly host: string;
  /** Status of the answer; {@link NO_ANSWER} where there was none. */
  readonly code: string;
  /** Until the whole answer was there; a stream, whose answer goes on, has no such time. */
  readonly seconds?: number;
}

/** Hears of every request of a connection, for figures. It must be quick and must not throw. */
export interface RequestObserver {
  sent(request: SentRequest): void;
}

/** What client-go counts instead of a status. */
export const NO_ANSWER = '<error>';
