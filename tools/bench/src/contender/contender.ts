import type { BenchSite } from '../site/bench-site.js';
import type { RunningProvider } from './running-provider.js';

/** How a provider is to be started. */
export interface Load {
  /** How many orders it is to have had in its handler when it says "all". */
  readonly expected: number;
  /** How long the handler takes; no time at all without it. */
  readonly handlerMs?: number;
}

/** Who serves the widgets of a site: ours, or a peer. Every one does the same work and says the same lines. */
export interface Contender {
  /** Its name in the tables. */
  readonly name: string;
  /** What it is and with which settings it runs. */
  readonly what: string;
  start(site: BenchSite, load: Load): RunningProvider;
}
