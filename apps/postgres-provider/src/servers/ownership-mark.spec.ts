import { describe, expect, it } from '@jest/globals';
import { readMark, writeMark } from './ownership-mark.js';

describe('the mark of a database', () => {
  it('says the same when it is read as when it was written', () => {
    const mark = { uid: '0c6a', rotation: 3, key: 'ab12cd34', retained: true };
    expect(readMark(writeMark(mark))).toEqual({ kind: 'ours', mark });
  });

  it('is missing where there is no comment', () => {
    expect(readMark(null)).toEqual({ kind: 'unmarked' });
  });

  it.each(['the database of the accountants', 'kcp-runtime/postgres-provider {', 'kcp-runtime/postgres-provider {"uid":1}', ''])(
    'is somebody else’s words: %j',
    (comment) => {
      expect(readMark(comment)).toEqual({ kind: 'foreign' });
    },
  );
});
