/**
 * One open watch. It queues what the storage tells it and writes whole lines to the socket, many at once
 * when there are many. It ends by its own timeout, by an error that it tells in the stream, or with its client.
 */
import type { ServerResponse } from 'node:http';
import { encodeFrame, seenAs, type Change, type Encoder } from '../../storage/change.js';
import type { Shard } from '../../storage/shard.js';
import type { Collection, Watcher } from '../../storage/collection.js';
import type { KubeObject } from '../../storage/kube-object.js';
import type { Selector } from '../../storage/selectors.js';
import { ApiError } from '../answer/api-error.js';

/** How much may wait for a client that does not read, before it is cut off. */
const BACKLOG_LIMIT = 64 * 1024 * 1024;

/** What a watch needs to know at its start. */
export interface WatchSettings {
  readonly collection: Collection;
  readonly shard: Shard;
  readonly cluster: string | undefined;
  readonly namespace: string | undefined;
  readonly selector: Selector | undefined;
  readonly encoder: Encoder;
  readonly wantsBookmarks: boolean;
  readonly kind: { readonly apiVersion: string; readonly kind: string };
  /** What it breaks with; undefined when nothing but its own end breaks it. */
  readonly tag: string | undefined;
}

export class WatchSession implements Watcher {
  readonly cluster: string | undefined;
  readonly shard: Shard;
  readonly #matches: Selector;
  #pending: Buffer[] = [];
  #flush: NodeJS.Immediate | undefined;
  #isOpen = true;
  #lastSent = 0;
  #isSilent = false;

  constructor(
    readonly settings: WatchSettings,
    private readonly response: ServerResponse,
  ) {
    this.cluster = settings.cluster;
    this.shard = settings.shard;
    this.#matches = matcher(settings.namespace, settings.selector);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends the objects that are there as ADDED, giving way to other work between the pieces. */
  async replay(objects: readonly KubeObject[]): Promise<void> {
    for (let start = 0; start < objects.length && this.#isOpen; start += 500) {
      const frames = objects.slice(start, start + 500).map((object) => encodeFrame('ADDED', this.settings.encoder.encode(object)));
      if (!this.response.write(Buffer.concat(frames))) await drained(this.response);
    }
  }

  offer(change: Change): void {
    if (!this.#isOpen) return;
    const type = seenAs(change, this.#matches);
    if (type === undefined) return;
    this.#lastSent = change.version;
    this.queue(change.frame(type, this.settings.encoder));
  }

  /** A bookmark at the version; `isInitialEnd` marks the end of the initial events. */
  bookmark(version: number, purpose: 'periodic' | 'initialEnd'): void {
    const { apiVersion, kind } = this.settings.kind;
    const annotations = purpose === 'initialEnd' ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    const metadata = { resourceVersion: String(Math.max(version, this.#lastSent)), ...annotations };
    this.queue(encodeFrame('BOOKMARK', JSON.stringify({ kind, apiVersion, metadata })));
  }

  /** Tells an error inside the stream and ends it. */
  break(error: ApiError): void {
    this.queue(encodeFrame('ERROR', JSON.stringify(error.status())));
    this.end();
  }

  /** Ends the stream cleanly after what is queued. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#flush !== undefined) clearImmediate(this.#flush);
    this.write();
    this.response.end();
  }

  /** From now on nothing is told, and the stream stays open, as over a connection that is dead at its other end. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** The client is gone. */
  abandon(): void {
    this.#isOpen = false;
    this.#pending = [];
    if (this.#flush !== undefined) clearImmediate(this.#flush);
  }

  private queue(frame: Buffer): void {
    if (!this.#isOpen || this.#isSilent) return;
    this.#pending.push(frame);
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      this.write();
    });
  }

  private write(): void {
    const [first, ...rest] = this.#pending;
    if (first === undefined) return;
    this.#pending = [];
    this.response.write(rest.length === 0 ? first : Buffer.concat([first, ...rest]));
    // A client that never reads must not fill the memory of the test process.
    if (this.response.writableLength > BACKLOG_LIMIT) this.response.destroy();
  }
}

function matcher(namespace: string | undefined, selector: Selector | undefined): Selector {
  if (namespace === undefined) return selector ?? (() => true);
  return (object) => object.metadata.namespace === namespace && (selector === undefined || selector(object));
}

async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
