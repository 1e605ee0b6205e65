import { ValidateBy } from 'class-validator';

import { markShape } from '../decorators/shape.js';

/** A whole number or a text, for example a port by number or by name; it reaches the handler as it was written. */
export function IntOrString(): PropertyDecorator {
  return (prototype, property) => {
    markShape(prototype, property, { kind: 'intOrString' });
    ValidateBy({
      name: 'intOrString',
      validator: {
        validate: (value) => typeof value === 'string' || Number.isInteger(value),
        defaultMessage: () => '$property must be a whole number or a text',
      },
    })(prototype, property);
  };
}
