import { beforeEach, describe, expect, it } from '@jest/globals';
import { WakeBook } from './wake-book.js';

describe('who is woken', () => {
  let book: WakeBook;
  let woken: string[];
  const note = (who: string, ...objects: string[]): void => book.note(who, objects, () => woken.push(who));

  beforeEach(() => {
    book = new WakeBook();
    woken = [];
  });

  it('is everybody who has named the object, and nobody else', () => {
    note('red', 'a', 'b');
    note('blue', 'b');
    book.tell('a');
    book.tell('b');
    book.tell('c');
    expect(woken).toEqual(['red', 'red', 'blue']);
  });

  it('goes by what was named last', () => {
    note('red', 'a');
    note('red', 'b');
    book.tell('a');
    book.tell('b');
    expect(woken).toEqual(['red']);
  });

  it('is nobody who has been forgotten', () => {
    note('red', 'a');
    note('blue', 'a');
    book.forget('red');
    book.tell('a');
    book.tellAll();
    expect(woken).toEqual(['blue', 'blue']);
  });

  it('may name other objects while it is told', () => {
    book.note('red', ['a'], () => note('red', 'a', 'b'));
    book.tell('a');
    book.tell('b');
    expect(woken).toEqual(['red']);
  });
});
