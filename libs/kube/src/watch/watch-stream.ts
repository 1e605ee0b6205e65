import type { KubeApi } from '../connection/kube-api.js';
import { Gone, KubeError, ServerFault } from '../resource/kube-errors.js';
import type { KubeStream, Query } from '../resource/kube-request.js';
import { errorFromStatus } from '../resource/status-to-error.js';
import type { Clock, Random, Timer } from '../time/clock.js';
import { LoopShare } from '../time/loop-share.js';
import { FrameSplitter, FrameTooLong } from './frame-splitter.js';
import { FrameUnreadable, readFrame } from './read-frame.js';
import type { BookmarkFrame, ObjectFrame } from './read-frame.js';

/** Why a watch came to its end. */
export type WatchEnd =
  /** The server closed it in good order: it has reached its age. */
  | { readonly kind: 'ended' }
  /** No byte for the whole silence limit. */
  | { readonly kind: 'silent' }
  /** The version is too old (410), whether as an HTTP status or within the stream. */
  | { readonly kind: 'expired'; readonly error: Gone }
  /** The server said no, as its HTTP answer or by an ERROR event within a stream that had begun with 200. */
  | { readonly kind: 'refused'; readonly by: 'answer' | 'event'; readonly error: KubeError }
  /** Nobody answered, or the connection broke. */
  | { readonly kind: 'broken'; readonly error: KubeError }
  | { readonly kind: 'aborted' };

export interface WatchRequest {
  readonly api: KubeApi;
  /** Of the resource, from `resourcePath`. */
  readonly path: string;
  readonly content?: 'whole' | 'metadata';
  /** Selectors, and where to begin. */
  readonly query: Query;
  readonly silenceMs: number;
  readonly clock: Clock;
  readonly random: Random;
  /** The stream is open: the server has accepted the request. */
  readonly onOpen: () => void;
  readonly onFrame: (frame: ObjectFrame | BookmarkFrame) => void;
  readonly signal: AbortSignal;
}

const METADATA = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/**
 * Between 5 and 10 minutes, so that revoked rights and new credentials take effect (an open watch outlives them),
 * and that streams which began together do not end together.
 */
function streamAgeSeconds(random: Random): number {
  return Math.round(300 + 300 * random());
}

/**
 * One HTTP watch from its request to its end. It hands out frames in their order and says why it ended;
 * it never tries again and never rejects for what a server or a network does. The reflector calls it.
 */
export async function watchStream(request: WatchRequest): Promise<WatchEnd> {
  const { api, path, content, query, random, signal } = request;
  const accept = content === 'metadata' ? METADATA : undefined;
  const timing = { watch: true, allowWatchBookmarks: true, timeoutSeconds: streamAgeSeconds(random) };
  try {
    const stream = await api.stream({ method: 'GET', path, accept, query: { ...query, ...timing }, signal });
    request.onOpen();
    return await drained(stream, request);
  } catch (error) {
    return endOf(error, signal);
  }
}

async function drained(stream: KubeStream, request: WatchRequest): Promise<WatchEnd> {
  const silence = new Silence(request.clock, request.silenceMs, () => stream.close());
  const splitter = new FrameSplitter();
  const share = new LoopShare(request.clock);
  let end: WatchEnd | undefined;
  const onText = (text: string): 'goOn' | 'stop' => {
    const frame = readFrame(text);
    if (frame.type !== 'ERROR') {
      request.onFrame(frame);
      return 'goOn';
    }
    end = refusal('event', errorFromStatus({ method: 'GET', url: urlOf(request) }, frame.status));
    return 'stop';
  };
  try {
    for await (const chunk of stream.chunks) {
      silence.heard();
      splitter.push(chunk, onText);
      if (end !== undefined) return end;
      if (share.isUsedUp()) await new Promise<void>((resolve) => share.inNextTurn(resolve));
    }
    return silence.isOver ? { kind: 'silent' } : { kind: 'ended' };
  } catch (error) {
    if (silence.isOver) return { kind: 'silent' };
    if (error instanceof FrameUnreadable || error instanceof FrameTooLong) return { kind: 'refused', by: 'event', error: noWatch(error, request) };
    throw error;
  } finally {
    silence.stop();
    stream.close();
  }
}

function urlOf({ api, path }: WatchRequest): string {
  return `${api.url}${path}`;
}

function noWatch(error: FrameUnreadable | FrameTooLong, request: WatchRequest): KubeError {
  return new ServerFault({ method: 'GET', url: urlOf(request), status: 200, message: error.message });
}

/** Ends a stream that says nothing for too long. Rearming a timer for every chunk would cost more than reading it, so one timer looks back. */
class Silence {
  isOver = false;
  #heardAt: number;
  #timer: Timer;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly onSilence: () => void,
  ) {
    this.#heardAt = clock.elapsed();
    this.#timer = clock.timer(limitMs, () => this.#look());
  }

  heard(): void {
    this.#heardAt = this.clock.elapsed();
  }

  stop(): void {
    this.#timer.cancel();
  }

  #look(): void {
    const leftMs = this.#heardAt + this.limitMs - this.clock.elapsed();
    if (leftMs > 0) {
      this.#timer = this.clock.timer(leftMs, () => this.#look());
      return;
    }
    this.isOver = true;
    this.onSilence();
  }
}

/** Why a request of a watch or a fill failed. Throws what is neither a server's nor a network's doing. */
export function endOf(error: unknown, signal: AbortSignal): WatchEnd {
  if (signal.aborted) return { kind: 'aborted' };
  if (!(error instanceof KubeError)) throw error;
  return error.status === undefined ? { kind: 'broken', error } : refusal('answer', error);
}

function refusal(by: 'answer' | 'event', error: KubeError): WatchEnd {
  return error instanceof Gone ? { kind: 'expired', error } : { kind: 'refused', by, error };
}
