/** A request that the emulator has answered, or begun to answer when it is a watch. */
export interface SeenRequest {
  /** The shard at whose address it came in. */
  readonly shard: string;
  readonly method: string;
  readonly url: string;
  /** 0 for one that a fault left without an answer. */
  readonly status: number;
  /** The media type of the body as the client named it. */
  readonly contentType: string | undefined;
  /** The user agent that the client gave. */
  readonly client: string | undefined;
}

const KEPT = 10_000;

/** The newest requests. */
export class RequestLog {
  #requests: SeenRequest[] = [];

  /** At least the last 10,000 since they were last forgotten, in the order of their answers. */
  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  add(request: SeenRequest): void {
    this.#requests.push(request);
    if (this.#requests.length >= KEPT * 2) this.#requests = this.#requests.slice(-KEPT);
  }

  forget(): void {
    this.#requests = [];
  }
}
