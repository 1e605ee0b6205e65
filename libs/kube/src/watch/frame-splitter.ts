const NEWLINE = 10;

/** Larger than what any API server sends for one object by far: a stream without newlines must not fill the memory. */
const LONGEST_FRAME_BYTES = 64 * 1024 * 1024;

/** A stream went on and on without a newline: what answers there is no watch. */
export class FrameTooLong extends Error {
  constructor(readonly bytes: number) {
    super(`${bytes} bytes came without the end of a frame: look at what answers at this URL, it is no API server's watch`);
    this.name = new.target.name;
  }
}

/**
 * Cuts the bytes of a stream into frames, one a line. The watch stream calls it for each chunk.
 * A frame is a string of its own: a slice of the chunk would keep all its 16 KB alive as long as the order.
 * Bytes are decoded only when the frame is whole, so that a chunk may end within a character.
 */
export class FrameSplitter {
  #carry: Buffer[] = [];
  #carriedBytes = 0;

  /** Calls `onFrame` for each frame that this chunk completes, until it answers `stop`. Throws {@link FrameTooLong}. */
  push(chunk: Buffer, onFrame: (text: string) => 'goOn' | 'stop'): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const text = this.#complete(chunk, from, end);
      from = end + 1;
      if (text !== '' && onFrame(text) === 'stop') return;
    }
    this.#keep(chunk, from);
  }

  #complete(chunk: Buffer, from: number, end: number): string {
    if (this.#carriedBytes === 0) return chunk.toString('utf8', from, end);
    const whole = Buffer.concat([...this.#carry, chunk.subarray(from, end)]);
    this.#carry = [];
    this.#carriedBytes = 0;
    return whole.toString('utf8');
  }

  /** The socket uses the chunk's memory again, hence the copy. */
  #keep(chunk: Buffer, from: number): void {
    if (from === chunk.length) return;
    this.#carry.push(Buffer.from(chunk.subarray(from)));
    this.#carriedBytes += chunk.length - from;
    if (this.#carriedBytes > LONGEST_FRAME_BYTES) throw new FrameTooLong(this.#carriedBytes);
  }
}
