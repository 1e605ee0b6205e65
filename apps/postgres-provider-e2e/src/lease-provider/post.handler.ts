import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OnOrder, progressing, ready } from '@kcp-runtime/nest';
import type { OrderOf, ProvidedBy } from '@kcp-runtime/nest';
import { VisitBook } from './visit-book.js';
import { posts } from './visits.provider.js';

/** Visits posts, slowly, and as attentively as its ProviderConfig says. */
@Injectable()
export class PostHandler {
  constructor(private readonly book: VisitBook) {}

  @OnOrder(posts)
  async provide(order: OrderOf<typeof posts>): Promise<ProvidedBy<typeof posts>> {
    const { databaseSecret, stepMs, listens, answers } = order.config;
    const { steps = order.config.steps } = order.spec;
    const { uri = '' } = await order.references.secret(databaseSecret);
    const visit = this.book.visit(uri, order.identity);
    // A visit that is told to end writes nothing more, not even that it leaves.
    const look = (): void => (listens === 'always' ? order.signal.throwIfAborted() : undefined);
    look();
    await visit.write('enter');
    for (let step = 0; step < steps; step++) {
      await sleep(stepMs);
      look();
      await visit.write('work');
    }
    look();
    await visit.write('leave');
    return answers === 'ready' ? ready() : progressing('VisitedAgain', 'A post is visited again and again', { retryAfterMs: 200 });
  }
}
