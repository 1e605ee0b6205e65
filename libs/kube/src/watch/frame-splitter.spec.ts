import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrameSplitter } from './frame-splitter.js';

/** What comes out when the bytes arrive in chunks that end at these places. */
function framesOf(bytes: Buffer, cuts: readonly number[]): string[] {
  const frames: string[] = [];
  const splitter = new FrameSplitter();
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    const chunk = Buffer.from(bytes.subarray(from, end));
    splitter.push(chunk, (text) => {
      frames.push(text);
      return 'goOn';
    });
    chunk.fill(0); // the socket uses its buffer again
    from = end;
  }
  return frames;
}

describe('the bytes of a watch', () => {
  const anyLine = fc.jsonValue().map((value) => JSON.stringify({ value }));

  it('come out as the lines that went in, wherever the network cuts them', () => {
    fc.assert(
      fc.property(fc.array(anyLine), fc.array(fc.nat(5000)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'utf8');
        expect(framesOf(bytes, cuts)).toEqual(lines.map((line) => Buffer.from(line).toString()));
      }),
    );
  });

  it('may be cut within a character', () => {
    const bytes = Buffer.from('{"name":"größe 🐘 大"}\n', 'utf8');
    const everywhere = Array.from({ length: bytes.length }, (_, index) => index);
    expect(framesOf(bytes, everywhere)).toEqual(['{"name":"größe 🐘 大"}']);
  });

  it('that are no whole line yet are no frame', () => {
    expect(framesOf(Buffer.from('{"a":1}\n{"b":'), [])).toEqual(['{"a":1}']);
  });

  it('after a frame that ends the stream are not looked at', () => {
    const frames: string[] = [];
    new FrameSplitter().push(Buffer.from('1\n2\n3\n'), (text) => {
      frames.push(text);
      return text === '2' ? 'stop' : 'goOn';
    });
    expect(frames).toEqual(['1', '2']);
  });

  it('must end a line some time', () => {
    const splitter = new FrameSplitter();
    const pour = (): void => {
      for (let index = 0; index < 5; index += 1) splitter.push(Buffer.alloc(16 * 1024 * 1024, 'x'), () => 'goOn');
    };
    expect(pour).toThrow('it is no API server');
  });
});
