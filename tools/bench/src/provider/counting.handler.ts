import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { OnDelete, OnOrder, gone, ready } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { widgets } from './widget.js';

const nanosecondsPerMs = 1e6;

/** The empty handler of every scenario: it counts distinct orders and says on standard output when all have been there. */
@Injectable()
export class CountingHandler {
  private readonly seen = new Set<string>();
  private readonly loop = monitorEventLoopDelay({ resolution: 1 });
  private readonly expected = Number(process.env['BENCH_EXPECTED'] ?? 0);
  private calls = 0;

  constructor() {
    this.loop.enable();
  }

  @OnOrder(widgets)
  async provide(order: OrderOf<typeof widgets>): Promise<ProvidedBy<typeof widgets>> {
    this.calls += 1;
    this.seen.add(order.identity);
    if (this.calls === 1) this.say('first');
    if (this.seen.size === this.expected) this.say('all');
    return ready({ seen: 'yes' });
  }

  @OnDelete(widgets)
  async remove(): Promise<Removed> {
    return gone();
  }

  private say(what: 'first' | 'all'): void {
    const longestBlockMs = this.loop.max / nanosecondsPerMs;
    process.stdout.write(`BENCH ${JSON.stringify({ what, orders: this.seen.size, calls: this.calls, sinceStartMs: performance.now(), longestBlockMs })}\n`);
  }
}
