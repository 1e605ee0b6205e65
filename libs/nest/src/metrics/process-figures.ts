/**
 * Figures of the process itself, under the names that prom-client gives them and dashboards for Node know. The library's own collection of them
 * can not be ended: it leaves an observer and a monitor behind in a process that goes on, such as a test's.
 */
import { readdir } from 'node:fs/promises';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

const GC_SECONDS = [0.001, 0.01, 0.1, 1, 2, 5];
const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;
const LAG_RESOLUTION_MS = 10;

/** Registers them. What comes back ends what observes the process. */
export function processFigures(registry: Registry): () => void {
  const registers = [registry];
  cpuFigures(registers);
  memoryFigures(registers);
  new Gauge({ name: 'process_start_time_seconds', help: 'When the process began, in seconds since 1970.', registers }).set(Math.round(performance.timeOrigin / 1_000));
  new Gauge({ name: 'process_open_fds', help: 'Open file descriptors.', registers, collect: collectOpenFiles });
  new Gauge({ name: 'nodejs_version_info', help: 'Version of Node.', labelNames: ['version'], registers }).set({ version: process.version }, 1);
  const ends = [lagFigures(registers), gcFigures(registers)];
  return () => ends.forEach((end) => end());
}

function cpuFigures(registers: Registry[]): void {
  const counter = (what: string, used: () => number): Counter =>
    new Counter({
      name: `process_cpu_${what}seconds_total`,
      help: 'CPU time of the process.',
      registers,
      collect() {
        this.reset();
        this.inc(used() / MICROSECONDS);
      },
    });
  counter('user_', () => process.cpuUsage().user);
  counter('system_', () => process.cpuUsage().system);
  counter('', () => process.cpuUsage().user + process.cpuUsage().system);
}

function memoryFigures(registers: Registry[]): void {
  const gauge = (name: string, help: string, bytes: (memory: NodeJS.MemoryUsage) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(bytes(process.memoryUsage()));
      },
    });
  gauge('process_resident_memory_bytes', 'Resident memory.', ({ rss }) => rss);
  gauge('nodejs_heap_size_total_bytes', 'Size of the heap.', ({ heapTotal }) => heapTotal);
  gauge('nodejs_heap_size_used_bytes', 'Used part of the heap.', ({ heapUsed }) => heapUsed);
  gauge('nodejs_external_memory_bytes', 'Memory outside of the heap that belongs to objects on it.', ({ external }) => external);
}

/** There is nothing to count where there is no such folder. */
async function collectOpenFiles(this: Gauge): Promise<void> {
  const files = await readdir('/proc/self/fd').catch(() => undefined);
  if (files !== undefined) this.set(files.length);
}

/** How late the event loop was since somebody asked last. All are set by the one that is collected first. */
function lagFigures(registers: Registry[]): () => void {
  const monitor = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  monitor.enable();
  const gauge = (part: string, collect?: () => void): Gauge =>
    new Gauge({ name: `nodejs_eventloop_lag_${part}_seconds`, help: `How late the event loop was since the last scrape: ${part}.`, registers, collect });
  const mean = gauge('mean', () => {
    mean.set(monitor.mean / NANOSECONDS || 0);
    max.set(monitor.max / NANOSECONDS);
    for (const [lag, percentile] of percentiles) lag.set(monitor.percentile(percentile) / NANOSECONDS);
    monitor.reset();
  });
  const max = gauge('max');
  const percentiles = ([50, 90, 99] as const).map((percentile) => [gauge(`p${percentile}`), percentile] as const);
  return () => void monitor.disable();
}

const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

interface CollectionEntry {
  readonly duration: number;
  readonly detail?: { readonly kind: number };
}

function gcFigures(registers: Registry[]): () => void {
  const seconds = new Histogram({ name: 'nodejs_gc_duration_seconds', help: 'How long garbage collections took, by kind.', labelNames: ['kind'], buckets: GC_SECONDS, registers });
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as readonly CollectionEntry[]; // Node's own
    for (const { duration, detail } of entries) seconds.observe({ kind: GC_KINDS[detail?.kind ?? -1] ?? 'other' }, duration / 1_000);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
