import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** What a process has used, from /proc. Linux only. */
export interface ProcessUsage {
  /** User and system time, in seconds. */
  readonly cpuSeconds: number;
  readonly residentMb: number;
  readonly peakResidentMb: number;
}

/** Reads the usage of a living process. */
export function processUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces; the fields are counted from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentMb: kilobytes('VmRSS') / 1024,
    peakResidentMb: kilobytes('VmHWM') / 1024,
  };
}
