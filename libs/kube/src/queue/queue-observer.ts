import type { Requeue } from './work-queue.js';

/** Hears what becomes of keys, for figures. It is called on the way of every key: it must be quick and must not throw. */
export interface QueueObserver {
  /** A key begins to wait for a worker. */
  added(key: string): void;
  /** A worker has it. */
  started(key: string): void;
  /** The worker is done with it. */
  ended(key: string, requeue: Requeue): void;
  /** A key that waited does so no longer, without a worker. */
  dropped(key: string): void;
}
