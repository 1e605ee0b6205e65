/**
 * Sees what the checks of an item ask and are answered, and names each check by its request. Requests that only prepare something
 * are not seen, and of a request that is repeated until something has happened only the last answer counts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RawAnswer, RawObserver, RawRequest, RawWatch } from '@kcp-runtime/testing';
import { NeutralNames } from './neutral-names.js';
import { seenAnswer, seenWatch } from './seen-answer.js';
import type { SeenAnswer } from './seen-answer.js';

/** Answers of an item by the names of its checks, in the order in which they were first asked. */
export type SeenItem = ReadonlyMap<string, SeenAnswer>;

class Running {
  readonly names = new NeutralNames();
  readonly answers = new Map<string, SeenAnswer | undefined>();
  readonly watches = new Map<string, RawWatch>();
  private readonly asked = new Map<string, { count: number; change: number }>();
  private lastChange = '';
  private changes = 0;

  /** The check's name. The same request is another check once something else has been written. */
  nameOf(request: string, isWrite: boolean, body: string): string {
    if (isWrite && `${request} ${body}` !== this.lastChange) {
      this.lastChange = `${request} ${body}`;
      this.changes += 1;
    }
    const before = this.asked.get(request);
    const count = before === undefined ? 1 : before.count + (before.change === this.changes ? 0 : 1);
    this.asked.set(request, { count, change: this.changes });
    return count === 1 ? request : `${request} (${count})`;
  }
}

export class ItemRecorder implements RawObserver {
  private readonly running = new AsyncLocalStorage<Running | undefined>();

  /** `adminToken` is that of the admin, who is not named in a check's name. */
  constructor(private readonly adminToken: () => string) {}

  /** Runs an item's check and gives what was seen of it. */
  async during(check: () => Promise<void>): Promise<SeenItem> {
    const running = new Running();
    await this.running.run(running, check);
    for (const [name, watch] of running.watches) running.answers.set(name, seenWatch(watch));
    return new Map([...running.answers].flatMap(([name, answer]) => (answer === undefined ? [] : [[name, answer]])));
  }

  /** Runs what only prepares. */
  unseen<T>(prepare: () => Promise<T>): Promise<T> {
    return this.running.run(undefined, prepare);
  }

  asked(request: RawRequest, sender: { readonly url: string; readonly token: string | undefined }): (answer: RawAnswer) => void {
    const running = this.running.getStore();
    if (running === undefined) return () => undefined;
    const { method, path, contentType, body } = request;
    const who = sender.token === undefined ? ' as nobody' : sender.token === this.adminToken() ? '' : ' as somebody else';
    const kind = method === 'PATCH' ? ` ${contentType ?? ''}` : '';
    const name = running.nameOf(`${method} ${running.names.of(pathOf(sender.url) + path)}${kind}${who}`, method !== 'GET', JSON.stringify(body) ?? '');
    // Taken now: of requests that are sent together the first one sent stands first.
    if (!running.answers.has(name)) running.answers.set(name, undefined);
    return (answer) => running.answers.set(name, seenAnswer(answer));
  }

  /** Notes a watch; what it was told is read when the item is over. */
  watched(url: string, path: string, watch: RawWatch): void {
    const running = this.running.getStore();
    if (running === undefined) return;
    const name = running.nameOf(`WATCH ${running.names.of(pathOf(url) + path)}`, false, '');
    running.answers.set(name, undefined);
    running.watches.set(name, watch);
  }
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? '' : pathname;
}
