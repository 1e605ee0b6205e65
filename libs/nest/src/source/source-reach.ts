import type { EndpointState } from './workspace-endpoint.js';

/** Through what a source hears of orders, and how that stands. */
export interface SourceReach {
  /** The state of each endpoint URL. */
  readonly endpoints: readonly EndpointState[];
  /** For each workspace that has bound the export the reason of its fault; empty for one without. */
  readonly consumers: readonly string[];
}

/** That of a source without endpoints and bindings. */
export const NO_REACH: SourceReach = { endpoints: [], consumers: [] };
