import { monitorEventLoopDelay } from 'node:perf_hooks';

const nanosecondsPerMs = 1e6;
const microsecondsPerMs = 1e3;
const lookMs = 1;

/**
 * The longest times without a turn of the event loop. By the clock they grow with whatever else the machine does;
 * the CPU time that the thread used between two turns does not.
 */
export class LoopBlocks {
  private readonly delay = monitorEventLoopDelay({ resolution: lookMs });
  private timer: NodeJS.Timeout | undefined;
  private usedMs = 0;
  private longestMs = 0;

  /** Begins to look with the next turn, so that what the caller does now does not count. */
  start(): void {
    setImmediate(() => {
      this.delay.enable();
      this.usedMs = threadMs();
      this.timer = setInterval(() => this.look(), lookMs).unref();
    });
  }

  stop(): void {
    this.delay.disable();
    clearInterval(this.timer);
  }

  get longestWallMs(): number {
    return this.delay.max / nanosecondsPerMs;
  }

  get longestCpuMs(): number {
    this.look();
    return this.longestMs;
  }

  private look(): void {
    const usedMs = threadMs();
    this.longestMs = Math.max(this.longestMs, usedMs - this.usedMs);
    this.usedMs = usedMs;
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / microsecondsPerMs;
}
