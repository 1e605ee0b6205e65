import type { SchemaWords } from './crd-schema.js';
import { isSame } from './crd-schema.js';
import { ours } from './decorator.js';
import { note } from './note.js';
import type { Place, Value } from './place.js';

const EITHER = [{ type: 'integer' }, { type: 'string' }];
/** As controller-gen writes it for a resource.Quantity. */
const QUANTITY = '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** A number or a text, and as one of these with a pattern of its own: a quantity. */
export function readIntOrString(words: SchemaWords, { path }: Place): Value {
  words.take('x-kubernetes-int-or-string');
  const alternatives = words.see('anyOf');
  if (isSame(alternatives, EITHER)) words.take('anyOf');
  const isQuantity = words.see('pattern') === QUANTITY;
  if (isQuantity) words.take('pattern');
  return {
    type: isQuantity ? 'string' : 'number | string',
    decorators: [ours(isQuantity ? 'Quantity' : 'IntOrString')],
    classes: [],
    notes: alternatives === undefined ? [note('same', path, 'anyOf')] : [],
  };
}
