import { markProperty } from './marks.js';

/**
 * The property keeps what it had when the object was created: it can't be changed, and an optional
 * one can be neither added nor removed later. In an item of a list with keys, and in a value of a
 * map, that holds as long as the item stays; a list without keys can only be immutable as a whole.
 * Checked by the server alone, since it takes the old object.
 */
export function Immutable(): PropertyDecorator {
  return (prototype, property) => markProperty(prototype, property, { kind: 'immutable' });
}
