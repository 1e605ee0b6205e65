import { ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';

/** The word that leaves a value without a format. */
export const noFormat = 'none';

/**
 * A format by the server's own name, where no rule of class-validator means exactly that: `int32`, `byte`, `cidr`. With `none` a
 * whole number has no format, where it would have `int64`. The server alone checks it.
 */
export function Format(format: string, options?: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: 'format', constraints: [format], validator: { validate: () => true, defaultMessage: () => '' } }, options);
}
