const nanosecondsPerMs = 1e6;

/** A moment of the machine's monotonic clock, in nanoseconds: all processes on a Linux machine share it. */
export function stampNow(): string {
  return String(process.hrtime.bigint());
}

/** How long ago a stamp was taken. */
export function sinceStampMs(stamp: string): number {
  return Number(process.hrtime.bigint() - BigInt(stamp)) / nanosecondsPerMs;
}

/** The time from one stamp to another. */
export function betweenStampsMs(from: string, to: string): number {
  return Number(BigInt(to) - BigInt(from)) / nanosecondsPerMs;
}
