import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import type { BodyEdit } from './body-edit.js';

/** Edits a watch line by line, any other JSON body as a whole. */
export function editStream(edit: BodyEdit, isWatch: boolean): Transform {
  let rest = '';
  const edited = (text: string): string => {
    const value = edit(JSON.parse(text));
    return value === undefined ? '' : `${JSON.stringify(value)}\n`;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      // Latin-1 keeps the bytes apart, so that a character cut by a chunk's end stays whole.
      rest += chunk.toString('latin1');
      if (!isWatch) return done();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      done(null, lines.filter((line) => line.trim() !== '').map((line) => edited(utf8(line))).join(''));
    },
    flush(done: TransformCallback) {
      done(null, rest.trim() === '' ? '' : edited(utf8(rest)));
    },
  });
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
