/** One watch: its events in order, and its end. Its owner closes it. */
import type { Readable } from 'node:stream';
import { eventually } from '../wait/eventually.js';
import type { EventuallyOptions } from '../wait/eventually.js';
import type { RawBody } from './raw-client.js';

/** One event of a watch. */
export interface RawEvent {
  readonly type: string;
  readonly object: RawBody;
}

/** How a watch ended: by the server's own end of the stream, or by a broken connection. */
export type RawWatchEnd = 'ended' | 'broken';

/** An open watch. */
export class RawWatch {
  /** All events so far. */
  readonly events: RawEvent[] = [];
  /** Resolves when the stream is over; never rejects. */
  readonly end: Promise<RawWatchEnd>;
  /** Called with each event as it comes, for who measures; set it before the first `await`. */
  onEvent: (event: RawEvent) => void = () => undefined;
  private seen = 0;
  private over: RawWatchEnd | undefined;

  constructor(
    private readonly stream: Readable,
    private readonly release: () => Promise<void>,
  ) {
    this.end = this.read().then(
      () => (this.over = 'ended'),
      () => (this.over = 'broken'),
    );
  }

  /** Whether the stream is still there. */
  get isOpen(): boolean {
    return this.over === undefined;
  }

  /** The next event that fits; those before it are passed over. */
  next(fits: (event: RawEvent) => boolean, options: EventuallyOptions = {}): Promise<RawEvent> {
    return eventually(
      () => {
        while (this.seen < this.events.length) {
          const event = this.events[this.seen++];
          if (event !== undefined && fits(event)) return event;
        }
        return undefined;
      },
      { intervalMs: 10, what: 'an event of the watch', ...options },
    );
  }

  async close(): Promise<void> {
    this.stream.destroy();
    await this.release();
    await this.end;
  }

  private async read(): Promise<void> {
    let rest = '';
    this.stream.setEncoding('utf8');
    for await (const chunk of this.stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') this.take(JSON.parse(line) as RawEvent);
    }
  }

  private take(event: RawEvent): void {
    this.events.push(event);
    this.onEvent(event);
  }
}
