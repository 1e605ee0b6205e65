import type { ProcessUsage } from '../figures/process-usage.js';
import type { LoadTarget } from '../load/job.js';

/** An API server as processes of its own. Its owner stops it. */
export interface MeasuredServer {
  readonly name: string;
  /** How long it took from its spawn until it could be used. */
  readonly startMs: number;
  /** CPU time of all its processes until then. */
  readonly startCpuMs: number;
  readonly target: LoadTarget;
  /** Of all its processes together. */
  usage(): ProcessUsage;
  stop(): Promise<void>;
}
