import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { OnDelete, OnOrder, gone, ready } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { OrderCounter } from './order-counter.js';
import { widgets } from './widget.js';

const handlerMs = Number(process.env['BENCH_HANDLER_MS'] ?? 0);

/** The handler of every scenario: it counts, waits if it is told to, and answers Ready. */
@Injectable()
export class CountingHandler implements OnModuleInit, OnModuleDestroy {
  private readonly counter = new OrderCounter(Number(process.env['BENCH_EXPECTED'] ?? 0));
  private readonly report = (): void => this.counter.report();

  onModuleInit(): void {
    process.on('SIGUSR2', this.report);
  }

  onModuleDestroy(): void {
    process.off('SIGUSR2', this.report);
  }

  @OnOrder(widgets)
  async provide(order: OrderOf<typeof widgets>): Promise<ProvidedBy<typeof widgets>> {
    this.counter.sees(order.identity, order.name, order.spec.stamp ?? '');
    if (handlerMs > 0) await sleep(handlerMs, undefined, { signal: order.signal });
    return ready({ seen: 'yes' });
  }

  @OnDelete(widgets)
  async remove(): Promise<Removed> {
    return gone();
  }
}
